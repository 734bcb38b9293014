import type { RawAsset } from '#engine/stand-in/space.ts';

const image = (
  name: string,
  title: string,
  description: string,
  type: 'png' | 'jpg' | 'svg' = 'svg',
): RawAsset => ({
  sys: { id: `asset-${name}` },
  fields: {
    title,
    description,
    file: {
      fileName: `${name}.${type}`,
      contentType: { png: 'image/png', jpg: 'image/jpeg', svg: 'image/svg+xml' }[type],
    },
  },
});

export const assets: readonly RawAsset[] = [
  image(
    'plateau',
    'A line climbs a flat-topped hill and stops, and dots show where it could go on',
    'The hill is the size you built for. The dots are up to you.',
  ),
  image(
    'tangle',
    'A tangled thread comes out of a dark panel as one clean, rising line',
    'The same thread on both sides.',
    'png',
  ),
  image(
    'switchboard',
    'A dark switchboard with one bright line rising across it to a green socket',
    'Most sockets stay empty, and that is a decision too.',
    'jpg',
  ),
  image(
    'staircase',
    'Six piles of pages, each higher than the one before, with a line climbing over them',
    'Every pile stands on work that was finished.',
  ),
  image(
    'conveyor',
    'Parcels wait on a belt while one of them rides up a line of its own',
    'The exception leaves the belt, and the belt keeps moving.',
    'jpg',
  ),
  image(
    'price-tag',
    'A price tag stands on the third of four rising steps',
    'One step at a time, and the tag stays on.',
  ),
  image(
    'door',
    'A line ends at a closed door, beside ten dots of which one is green',
    'Ten knocks. The tenth is the one to study.',
  ),
  image(
    'compass',
    'Three lines that nearly cross in one point, with a small green triangle between them',
    'Three bearings never meet exactly. The triangle is small enough to act on.',
  ),
  image(
    'funnel-diagram',
    'Five bars that get shorter and shorter, with an arrow at the drop from the first to the second',
    'In the example: 600 leads, 210 calls, 90 demos, 30 proposals, 18 signatures. Most companies are lost before anyone has talked to them.',
  ),
  image(
    'loop-diagram',
    'A loop from an agent to a person and back',
    'Unsure cases go to a person, and the answers come back as new test cases.',
  ),
  image(
    'channels-diagram',
    'Three overlapping circles, and a rising line that starts where all of them meet',
    'Ask, count and switch off: where all three agree, you can act.',
  ),
  image(
    'migration-diagram',
    'Many lines on the left, few on the right',
    'Fewer than half of the records deserve to move.',
  ),
  {
    sys: { id: 'asset-automation-list' },
    fields: {
      title: 'Seven e-commerce automations',
      file: { fileName: 'seven-automations.csv', contentType: 'text/csv' },
    },
  },
];
