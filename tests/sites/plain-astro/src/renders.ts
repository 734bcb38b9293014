/** How often the page for everyone was made. */
export const renders = { count: 0 };
