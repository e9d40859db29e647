// Light, dark, or as the system has it.
import {el} from "./dom.js";

const kNext = {system: "light", light: "dark", dark: "system"};

export function themeButton() {
  let theme = "system";
  const button = el("button", {type: "button", id: "theme", class: "plain", onclick: () => {
    theme = kNext[theme];
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = `Theme: ${theme}`;
  }}, "Theme: system");
  return button;
}
