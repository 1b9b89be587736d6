import { http } from './client.ts'

/** Fetches one of our files with the session, because it may be private, and saves it under a name. Errors: rejects with an ApiError. */
export async function download(url: string, name: string): Promise<void> {
  const { data } = await http.get<Blob>(url, { responseType: 'blob', quiet: true })
  const address = URL.createObjectURL(data)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
