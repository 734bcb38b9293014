import type { Picture } from '../snapshot/records.ts';

/** The file of an asset, as the content service describes it. */
export interface AssetFile {
  /** Absolute address (spec §3). */
  url: string;
  contentType: string;
  fileName: string;
  /** Pixels; null for what is no image. */
  width: number | null;
  height: number | null;
  /** Bytes. */
  size: number | null;
}

/** The files of a picture: paths on the site, sizes in pixels. */
export type Files = Omit<Picture, 'alt'>;

/** Told when a file cannot be had; the sentence goes on after the name of the asset. */
type OnProblem = (problem: string) => void;

export interface MediaStore {
  /** The image as a page shows it; when it cannot be had, its own address. */
  preparePicture(file: AssetFile, alt: string, onProblem: OnProblem): Promise<Picture>;
  /** The address of a download: ours, or its own when it cannot be had or is of no harmless type. */
  prepareDownload(file: AssetFile, onProblem: OnProblem): Promise<string>;
}
