import { http } from './client.ts'

/** Saves one of our files under a name; fetched with the session, because it may be private. Rejects with an ApiError. */
export async function saveFile(url: string, name: string): Promise<void> {
  const { data } = await http.get<Blob>(url, { responseType: 'blob', quiet: true })
  saveBlob(data, name)
}

export function saveBlob(data: Blob, name: string): void {
  const address = URL.createObjectURL(data)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
