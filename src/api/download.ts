import { http } from './client.ts'

/** Fetches a private file with the session and saves it. Errors: rejects with an ApiError. */
export async function download(url: string, name: string): Promise<void> {
  const { data } = await http.get<Blob>(url, { responseType: 'blob', quiet: true })
  const address = URL.createObjectURL(data)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
