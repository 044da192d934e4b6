// Loaded in the head, before anything is painted: a stored choice of theme never flashes.
"use strict";
{
  const root = document.documentElement;
  root.classList.add("js");
  let stored = null;
  try {
    stored = localStorage.getItem("rebench-theme");
  } catch {
    // Storage is refused here: the system's theme is used.
  }
  if (stored === "light" || stored === "dark") root.dataset.theme = stored;
}
