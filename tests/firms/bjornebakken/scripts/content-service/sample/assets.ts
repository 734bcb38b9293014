import type { SampleAsset } from './entry.ts';

export const assets: readonly SampleAsset[] = [
  {
    sys: { id: 'compass' },
    fields: {
      title: 'Compass',
      description: 'A compass that points to the upper right',
      file: { fileName: 'compass.jpg', contentType: 'image/jpeg' },
    },
  },
];
