let taken: readonly File[] = []

/** Pictures that were just taken, for the page that is opened for them. */
export const handPhotos = (files: readonly File[]): void => {
  taken = files
}
/** Once: whoever asks next gets none. */
export function takePhotos(): readonly File[] {
  const files = taken
  taken = []
  return files
}
