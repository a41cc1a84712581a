// Light or dark: as the system has it, until the reader asks for the other, which is then remembered.

const THEME = "xbn-theme";

/** Show the page as the reader has last asked for it. */
function recallTheme() {
  const theme = memory((storage) => storage.getItem(THEME));
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
}

function changeTheme() {
  const { dataset } = document.documentElement;
  const isDark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  dataset.theme = isDark ? "light" : "dark";
  memory((storage) => storage.setItem(THEME, dataset.theme));
}

/** Browsers may forbid a page to remember anything; then nothing is remembered. */
function memory(use) {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}
