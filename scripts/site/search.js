"use strict";
// Light or dark as the system is, until somebody chooses.
const root = document.documentElement;
const remembered = () => { try { return localStorage.getItem("look"); } catch { return null; } };
const isDark = () => root.dataset.look ? root.dataset.look === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
if (remembered()) root.dataset.look = remembered();
document.getElementById("look").addEventListener("click", () => {
  root.dataset.look = isDark() ? "light" : "dark";
  try { localStorage.setItem("look", root.dataset.look); } catch { /* it holds for this page */ }
});

// The list of pages is open where there is room for it.
const room = matchMedia("(min-width: 50.01rem)");
const navigation = document.getElementById("navigation");
const unfold = () => { navigation.open = room.matches; };
room.addEventListener("change", unfold);
unfold();

// The index is loaded when somebody begins to search.
const input = document.getElementById("search");
const found = document.getElementById("found");
let loading;
function load() {
  loading ??= new Promise((done) => {
    const script = document.createElement("script");
    script.src = "index.js";
    script.onload = done;
    document.head.append(script);
  });
  return loading;
}

// A word counts most in the title of a page, then in a heading, then in the text.
function score(part, words) {
  let total = 0;
  for (const word of words) {
    const at = part.x.toLowerCase().indexOf(word);
    const worth = (part.p.toLowerCase().includes(word) ? 6 : 0) + (part.t.toLowerCase().includes(word) ? 10 : 0) + (at >= 0 ? 1 + 1 / (1 + at / 200) : 0);
    if (worth === 0) return 0;
    total += worth;
  }
  return total;
}

function excerpt(text, word) {
  const at = Math.max(0, text.toLowerCase().indexOf(word));
  const begin = Math.max(0, at - 60);
  return (begin > 0 ? "…" : "") + text.slice(begin, at + 120) + (at + 120 < text.length ? "…" : "");
}

async function show() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) { found.hidden = true; return; }
  await load();
  const best = window.searchParts
    .map((part) => ({ part, worth: score(part, words) }))
    .filter((one) => one.worth > 0)
    .sort((a, b) => b.worth - a.worth)
    .slice(0, 12);
  found.replaceChildren(...best.map(({ part }) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = part.a;
    link.textContent = part.t === part.p ? part.p : part.p + " › " + part.t;
    const text = document.createElement("small");
    text.textContent = excerpt(part.x, words[0]);
    item.append(link, text);
    return item;
  }));
  if (best.length === 0) {
    const item = document.createElement("li");
    item.textContent = "Nothing is found.";
    found.append(item);
  }
  found.hidden = false;
}

input.addEventListener("focus", load);
input.addEventListener("input", show);
input.addEventListener("keydown", (event) => {
  if (event.key === "Enter") found.querySelector("a")?.click();
});
found.addEventListener("click", () => { found.hidden = true; });
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") found.hidden = true;
  if (event.key === "/" && document.activeElement !== input) { event.preventDefault(); input.focus(); }
});
document.addEventListener("click", (event) => {
  if (!event.target.closest("header")) found.hidden = true;
});
