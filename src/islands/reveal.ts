/**
 * Reveals cards one after another, once, when a tenth of a card is visible. Only this script
 * hides cards, and only those below the first screen, so without it all cards are visible.
 */
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
