// Netlify build plugin: keeps DATA_DIR between builds, so that CONTENT_ON_FAILURE=stale has a fallback and
// images are made only once. Netlify saves the folder after successful builds only. The plugin also gives
// the build command access to Blobs, where the address book is stored.
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
