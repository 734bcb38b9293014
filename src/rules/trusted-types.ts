/** The one Trusted Types policy of the site: on pages that load an item live, for its rendered body. */
export const liveBodyPolicy = 'live-body';
