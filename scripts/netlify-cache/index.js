// Netlify build plugin: DATA_DIR outlives the build, so that CONTENT_ON_FAILURE=stale has something
// to fall back on and images are not made twice. Netlify stores it after successful builds only.
// The build command gets access to Blobs, where the address book is.
const directory = process.env.DATA_DIR || '.data';

export const onPreBuild = async ({ utils, constants, netlifyConfig }) => {
  const { environment } = netlifyConfig.build;
  if (constants.SITE_ID && constants.NETLIFY_API_TOKEN) {
    environment.NETLIFY_SITE_ID ??= constants.SITE_ID;
    environment.NETLIFY_AUTH_TOKEN ??= constants.NETLIFY_API_TOKEN;
  }
  await utils.cache.restore(directory);
};

export const onPostBuild = async ({ utils }) => {
  await utils.cache.save(directory);
};
