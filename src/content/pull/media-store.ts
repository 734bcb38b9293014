import type { Picture } from '../snapshot/records.ts';

/** The file of an asset, as the content service describes it. */
export interface AssetFile {
  /** Absolute address (spec §3). */
  url: string;
  contentType: string;
  fileName: string;
  /** Pixels; null for a file that is no image. */
  width: number | null;
  height: number | null;
  /** Bytes. */
  size: number | null;
}

/** The files of a picture: paths on the site, sizes in pixels. */
export type Files = Omit<Picture, 'alt'>;

/** Called when a file cannot be fetched; the sentence goes on after the name of the asset. */
type OnProblem = (problem: string) => void;

export interface MediaStore {
  /** Our copies of the image; the asset's own address when it cannot be fetched. */
  preparePicture(file: AssetFile, alt: string, onProblem: OnProblem): Promise<Picture>;
  /** The address of our copy; the asset's own when it cannot be fetched or its type is not harmless. */
  prepareDownload(file: AssetFile, onProblem: OnProblem): Promise<string>;
}
