// Netlify build plugin: DATA_DIR outlives the build, so that CONTENT_ON_FAILURE=stale has something
// to fall back on and images are not made twice. Netlify stores it after successful builds only.
const directory = process.env.DATA_DIR || '.data';

export const onPreBuild = async ({ utils }) => {
  await utils.cache.restore(directory);
};

export const onPostBuild = async ({ utils }) => {
  await utils.cache.save(directory);
};
