/** Name of the site's only Trusted Types policy, for the rendered body of a live item. */
export const liveBodyPolicy = 'live-body';
