// Demos: sliders between two images, animations that play once, when they come into view, and samples that come late.

/** Connects the slider of a comparison. Its animation ends when somebody moves it. */
export function slide(box) {
  const range = box.querySelector("input[type=range]");
  const show = () => {
    box.style.setProperty("--at", `${range.value}%`);
    range.setAttribute("aria-valuetext", `${range.value}% before, ${100 - range.value}% after`);
  };
  range.addEventListener("input", () => {
    box.classList.remove("plays");
    show();
  });
  show();
}

/** Starts the animation of a demo as soon as its images are there. Those that do not load are no reason to wait. */
async function play(demo) {
  await Promise.allSettled([...demo.querySelectorAll("img")].map((image) => image.decode()));
  demo.classList.add("plays");
}

const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    play(target);
  }
});

/** Connects the demos of a part of the page. */
function connect(part) {
  for (const box of part.querySelectorAll("[data-compare]")) slide(box);
  for (const demo of part.querySelectorAll("[data-play]")) seen.observe(demo);
}
connect(document);

/** Asks for samples that were still running when the page was made, every second, so many times. */
async function addLate(times) {
  const late = [...document.querySelectorAll("[data-late]")];
  if (late.length === 0) return;
  if (times === 0) {
    for (const place of late) place.remove();
    return;
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  try {
    const html = await (await fetch(location.pathname, { headers: { Accept: "text/html" } })).text();
    const next = new DOMParser().parseFromString(html, "text/html");
    for (const place of late) {
      const sample = next.getElementById(place.id);
      if (!sample || "late" in sample.dataset) continue;
      place.replaceWith(sample);
      connect(sample);
    }
  } catch {
    // The server is away: the next look may find it.
  }
  await addLate(times - 1);
}
addLate(20);
