import type { SampleAsset } from './entry.ts';

const image = (
  id: string,
  name: string,
  title: string,
  description: string,
  type: 'png' | 'jpg' | 'svg' = 'png',
): SampleAsset => ({
  sys: { id },
  fields: {
    title,
    description,
    file: {
      fileName: `${name}.${type}`,
      contentType: { png: 'image/png', jpg: 'image/jpeg', svg: 'image/svg+xml' }[type],
    },
  },
});

export const assets: readonly SampleAsset[] = [
  image('asset-plateau', 'plateau', 'A line that rises, levels off and waits', ''),
  image('asset-tangle', 'tangle', 'A tangled thread that leaves as one clean line', ''),
  image(
    'asset-switchboard',
    'switchboard',
    'A switchboard with one line plugged through',
    '',
    'jpg',
  ),
  image('asset-staircase', 'staircase', 'A staircase that a line climbs step by step', ''),
  image('asset-conveyor', 'conveyor', 'Parcels on a belt, one of them lifted out', '', 'jpg'),
  image('asset-compass', 'compass', 'Three lines that cross near one point', ''),
  image(
    'asset-funnel-diagram',
    'funnel-diagram',
    'Five bars of falling length, the second one far shorter than the first',
    'The costliest stage is where the bars fall most, and it is rarely the first one.',
    'svg',
  ),
  image(
    'asset-loop-diagram',
    'loop-diagram',
    'A loop from agent to person and back',
    'Unsure cases go to a person, and the answer goes back into the exam.',
    'svg',
  ),
  image(
    'asset-channels-diagram',
    'channels-diagram',
    'Three overlapping circles with a dot where all of them meet',
    'Ask, count and switch off are each wrong in their own way; where they agree, you can act.',
    'svg',
  ),
  image(
    'asset-migration-diagram',
    'migration-diagram',
    'Many lines on the left, few on the right',
    'Less than half of the records deserve to move.',
    'svg',
  ),
  {
    sys: { id: 'asset-automation-list' },
    fields: {
      title: 'Seven e-commerce automations',
      file: { fileName: 'seven-automations.csv', contentType: 'text/csv' },
    },
  },
];
