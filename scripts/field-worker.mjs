/* The browser's side of working without a network: it keeps the console's own files and nothing that a
   service answered; the ground that somebody takes along is put beside them by the page (docs/decisions/024-field.md). `scripts/field-worker.ts` writes the first line. */
const cacheName = `furrow-${version}`
const slowMs = 5_000
const notPages =
  /^\/(oauth|iam|wfpf|wfpe|hmsg|hfle|map-tiles|media|api|mqtt|ingest|healthz|readyz|metrics)(\/|$)/
/** Pictures of the ground and our drawing of it, which pages keep where somebody takes a base along. */
const ground = /^\/(map-tiles|ground)\//
/** Another person, another address: it is one page. */
const page = '/'

addEventListener('install', (event) => event.waitUntil(install()))
addEventListener('activate', (event) => event.waitUntil(activate()))
addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting()
})
addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (!notPages.test(pathname) && !/\.\w{1,5}$/.test(pathname))
      event.respondWith(pageFor(request))
  } else if (pathname.startsWith('/assets/') || files.includes(pathname))
    event.respondWith(fileFor(request))
  else if (ground.test(pathname)) event.respondWith(groundFor(request))
})

async function install() {
  const cache = await caches.open(cacheName)
  await cache.addAll(files)
  await cache.add(new Request(page, { cache: 'reload' }))
}
async function activate() {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith('furrow-') && name !== cacheName,
  )
  await Promise.all(others.map((name) => caches.delete(name)))
  await clients.claim()
}
/** From the network, where a new release is; what is kept, where there is none or it takes too long. */
async function pageFor(request) {
  const answer = fetch(request)
  answer.catch(() => undefined)
  const isSlow = new Promise((resolve) => setTimeout(resolve, slowMs))
  const kept = () => caches.match(page, { cacheName })
  try {
    return (await Promise.race([answer, isSlow])) ?? (await kept()) ?? (await answer)
  } catch (error) {
    const found = await kept()
    if (found) return found
    throw error
  }
}
/** As the server has it; as it was taken along, where there is no network or it takes too long. */
async function groundFor(request) {
  const kept = () => caches.match(request, { ignoreVary: true })
  if (!navigator.onLine) return (await kept()) ?? new Response(null, { status: 404 })
  const answer = fetch(request)
  answer.catch(() => undefined)
  const isSlow = new Promise((resolve) => setTimeout(resolve, slowMs))
  try {
    return (await Promise.race([answer, isSlow])) ?? (await kept()) ?? (await answer)
  } catch (error) {
    const found = await kept()
    if (found) return found
    throw error
  }
}
/** Files are named by their contents: what is kept is never old. */
async function fileFor(request) {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    const cache = await caches.open(cacheName)
    await cache.put(request, answer.clone())
  }
  return answer
}
