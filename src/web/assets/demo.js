// Demos: sliders between two images, and animations that play once, when they come into view.

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

for (const box of document.querySelectorAll("[data-compare]")) slide(box);
for (const demo of document.querySelectorAll("[data-play]")) seen.observe(demo);
