const sheet = 'M96 36h96l32 32v76H96zM192 36v32h32M120 84h80M120 108h80M120 132h40';
const road =
  'M-4 150C60 150 60 112 104 112S170 128 206 108 250 52 324 48M104 98a14 14 0 1 1-.1 0M206 94a14 14 0 1 1-.1 0';

/** What the cover of a resource shows, by type, as the data of an SVG path on 320 by 180. */
export const typeDrawings: Readonly<Record<string, string>> = {
  Checklist: 'M40 122l16 16 34-38M122 98l16 16 34-38M204 74l16 16 34-38',
  Workbook: sheet,
  Playbook: sheet,
  Scorecard: 'M72 140a88 88 0 0 1 176 0M160 140l46-54M98 78l-10-10M160 52V38M222 78l10-10',
  Guide: 'M160 34a56 56 0 1 1-.1 0M136 114l14-38 38-14-14 38z',
  'Implementation Guide': road,
  Roadmap: road,
};
