// Netlify build plugin: keeps the snapshot, so that CONTENT_ON_FAILURE=stale has a fallback, and pictures and share
// images, which are made only once. Netlify saves the folders after successful builds only. The plugin also gives
// the build command access to Blobs, where the address book is stored.
const dataDirectory = process.env.DATA_DIR || '.data';
const folders = ['content', 'media', 'share'].map((name) => `${dataDirectory}/${name}`);

export const onPreBuild = async ({ utils, constants, netlifyConfig }) => {
  const { environment } = netlifyConfig.build;
  if (constants.SITE_ID && constants.NETLIFY_API_TOKEN) {
    environment.NETLIFY_SITE_ID ??= constants.SITE_ID;
    environment.NETLIFY_AUTH_TOKEN ??= constants.NETLIFY_API_TOKEN;
  }
  await utils.cache.restore(folders);
};

export const onPostBuild = async ({ utils }) => {
  await utils.cache.save(folders);
};
