/**
 * Cards come in one after another, once, when a tenth of them is seen (spec §4). Only what lies below
 * the first screen is ever hidden, and only by this script: without it everything is simply there.
 */
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target, boundingClientRect } of entries)
      if (isIntersecting) {
        target.setAttribute('data-reveal', 'shown');
        observer.unobserve(target);
      } else if (boundingClientRect.top > 0) target.setAttribute('data-reveal', 'waiting');
  },
  { threshold: 0.1 },
);
for (const item of document.querySelectorAll('[data-reveal] > *')) observer.observe(item);
