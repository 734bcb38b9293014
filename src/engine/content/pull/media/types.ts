import type { Picture } from '../../snapshot/records.ts';

/** The file of an asset, as described by the content service. */
export interface AssetFile {
  /** Absolute address (spec §3). */
  url: string;
  contentType: string;
  fileName: string;
  /** Pixels; null for a file that is not an image. */
  width: number | null;
  height: number | null;
  /** Bytes. */
  size: number | null;
}

/** The files of a picture: paths on the site, and sizes in pixels. */
export type Files = Omit<Picture, 'alt'>;

/** Called when a file cannot be fetched. The text continues a sentence after the asset's name. */
type OnProblem = (problem: string) => void;

export interface MediaStore {
  /** Returns our copies of an image, or the asset's own address when fetching fails. */
  preparePicture(file: AssetFile, alt: string, onProblem: OnProblem): Promise<Picture>;
  /** Returns the address of our copy, or the asset's own when fetching fails or its type could run code. */
  prepareDownload(file: AssetFile, onProblem: OnProblem): Promise<string>;
}
