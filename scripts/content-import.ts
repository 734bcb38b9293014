/**
 * `npm run content:import`: creates and publishes the sample space in the Contentful account. Existing
 * items stay unchanged, so the command can run again after a failure or after editors have written.
 */
import { fileURLToPath } from 'node:url';
import type { AssetProps, EntryProps } from 'contentful-management';
import { contentModel } from './content-service/model.ts';
import { flattenText } from '../src/engine/content/rich-text/parse.ts';
import { parseItem } from '../src/engine/content/contentful/wire.ts';
import { getWireName } from '../src/engine/content/contentful/site-fields.ts';
import { sampleSpace } from './content-service/sample/index.ts';
import { CommandError, runCommand } from './command-line/command.ts';
import { readAssetFile } from './content-service/asset-files.ts';
import type { RawAsset, RawEntry, Space } from './content-service/space.ts';
import { withAccount, type Account } from './command-line/contentful-account.ts';
import { startProgress } from './command-line/progress.ts';

type Log = (line: string) => void;

const images = fileURLToPath(new URL('./content-service/sample/images/', import.meta.url));

const fieldTypeOf = (contentType: string, field: string): string | undefined => {
  const model = Object.entries(contentModel).find(([id]) => id === contentType)?.[1];
  return Object.entries(model?.fields ?? {}).find(([id]) => id === field)?.[1].type;
};

/** Field values that fit the model. The sample also has plain-text fields as rich text (spec §3). */
const toFields = ({ sys, fields }: RawEntry, locale: string) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => {
      const type = fieldTypeOf(sys.contentType.sys.id, name);
      return [
        getWireName(sys.contentType.sys.id, name),
        { [locale]: type === 'Symbol' || type === 'Text' ? flattenText(value) : value },
      ];
    }),
  );

/** Uploads and processes the file of an asset; the asset remains a draft. */
async function createAsset(account: Account, asset: RawAsset, locale: string): Promise<AssetProps> {
  const { title = '', description = '', file } = asset.fields;
  const stored = await readAssetFile(asset, images);
  if (!file || !stored) throw new CommandError(`The file of ${asset.sys.id} is not in the sample.`);
  const upload: unknown = await account.upload.create(
    {},
    { file: Uint8Array.from(stored.body).buffer },
  );
  const { id: uploadId } = parseItem(upload);
  if (uploadId === '')
    throw new CommandError(
      'Contentful returned no id for an uploaded file: run the command again.',
    );
  const draft = await account.asset.createWithId(
    { assetId: asset.sys.id },
    {
      fields: {
        title: { [locale]: title },
        description: { [locale]: description },
        file: {
          [locale]: {
            ...file,
            uploadFrom: { sys: { type: 'Link', linkType: 'Upload', id: uploadId } },
          },
        },
      },
    },
  );
  return account.asset.processForAllLocales({}, draft);
}

/**
 * An item that was never published comes from an interrupted run. An item that an editor unpublished stays
 * unpublished.
 */
const isUnfinished = ({ sys }: AssetProps | EntryProps): boolean =>
  sys.publishedVersion === undefined && !sys.publishedCounter && !sys.archivedVersion;

/** Creates and publishes the items of a space that the account lacks, by id. Idempotent. */
export async function importSpace(account: Account, space: Space, log: Log): Promise<void> {
  const locales = await account.locale.getMany({});
  const locale = locales.items.find((one) => one.default)?.code ?? 'en-US';
  // Create entries in date order: resources are listed by their creation time.
  const entries = space.entries.toSorted((one, other) =>
    (one.sys.createdAt ?? '').localeCompare(other.sys.createdAt ?? ''),
  );
  const { assets } = space;
  const query = (items: readonly { sys: { id: string } }[]) => ({
    query: { 'sys.id[in]': items.map(({ sys }) => sys.id).join(','), limit: 1000 },
  });
  const knownAssets = new Map(
    (await account.asset.getMany(query(assets))).items.map((one) => [one.sys.id, one]),
  );
  const knownEntries = new Map(
    (await account.entry.getMany(query(entries))).items.map((one) => [one.sys.id, one]),
  );

  const progress = startProgress('Sample content', assets.length + 2 * entries.length);
  let published = 0;
  for (const asset of assets) {
    let draft = knownAssets.get(asset.sys.id);
    // A file without an address was uploaded by an earlier run, but never processed.
    if (draft && isUnfinished(draft) && !draft.fields.file[locale]?.url)
      draft = await account.asset.processForAllLocales({}, draft);
    draft ??= await createAsset(account, asset, locale);
    if (isUnfinished(draft)) {
      await account.asset.publish({ assetId: asset.sys.id }, draft);
      published += 1;
    }
    progress.advance();
  }
  // Create all drafts before publishing one, because the entries link to each other.
  const drafts: EntryProps[] = [];
  for (const entry of entries) {
    const { id, contentType } = entry.sys;
    drafts.push(
      knownEntries.get(id) ??
        (await account.entry.createWithId(
          { entryId: id, contentTypeId: contentType.sys.id },
          { fields: toFields(entry, locale) },
        )),
    );
    progress.advance();
  }
  for (const draft of drafts) {
    if (isUnfinished(draft)) {
      await account.entry.publish({ entryId: draft.sys.id }, draft);
      published += 1;
    }
    progress.advance();
  }
  progress.end();
  const all = assets.length + entries.length;
  log(`Sample content: ${published} published, ${all - published} unchanged`);
}

if (import.meta.main) {
  await runCommand(() => withAccount((account) => importSpace(account, sampleSpace, console.log)));
}
