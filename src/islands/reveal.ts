/** Reveals cards once, when a tenth is visible. Only this script hides cards, and none of the first screen. */
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target, boundingClientRect } of entries)
      if (isIntersecting) {
        // What is visible from the beginning stays where it is.
        (target as HTMLElement).dataset.reveal &&= 'shown';
        observer.unobserve(target);
      } else if (boundingClientRect.top > 0) (target as HTMLElement).dataset.reveal = 'waiting';
  },
  { threshold: 0.1 },
);
for (const item of document.querySelectorAll('[data-reveal] > *')) observer.observe(item);
