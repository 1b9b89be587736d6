import { storedKeys } from '#src/lib/stored-keys.ts'

/** Of more than these, the oldest begins anew. */
const mostKept = 20
type Marks = readonly (readonly [file: string, id: string])[]

const nameOf = ({ name, size, lastModified }: File) => [name, size, lastModified].join('/')
function marks(): Marks {
  try {
    return (JSON.parse(localStorage.getItem(storedKeys.uploads) ?? '[]') as Marks | null) ?? []
  } catch {
    return []
  }
}
/** What the server calls this file, of which it has a part since before the page was loaded. */
export const begunAs = (file: File): string | undefined =>
  marks().find(([name]) => name === nameOf(file))?.[1]
/** Notes under which name the server has a part of it; none: that it has the whole, or nothing. */
export function markUpload(file: File, id: string | undefined): void {
  const others = marks().filter(([name]) => name !== nameOf(file))
  const kept = id ? [...others.slice(-(mostKept - 1)), [nameOf(file), id]] : others
  try {
    localStorage.setItem(storedKeys.uploads, JSON.stringify(kept))
  } catch {
    // A full or closed storage costs that it goes on after a reload, not the upload.
  }
}
