import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { firstRows, type Entity } from '#contract/entity.ts'
import { entities, screens } from '#contract/domains.ts'
import { homeScreen } from '#contract/farm/home.ts'
import { homeWaiting } from '#contract/home/home-calls.ts'
import { placingOf } from '#contract/placing.ts'
import { notFound } from '#server/db/http-error.ts'

const apiPath = /^\/(oauth|iam|wfpf|wfpe|hmsg|hfle|api|mqtt)\//
const beforeSignIn = /^\/(login|register|forgetPassword|setup|invite)\/?$/
/** Stands alone: loads what it needs itself. */
const alone = /^\/share\/camera\/?$/
const year = 31_536_000
const isCode = /^\/assets\/[\w.-]+\.(js|css)$/
/**
 * What browsers heed of a page and never of a script or style sheet, where it is half a kilobyte
 * each.
 */
const ofDocuments = [
  'content-security-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

interface Chunk {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
}
/** Vite's account of what it built. */
type Manifest = Record<string, Chunk>

/** The built console: hashed assets immutable and precompressed, one page for every address. */
export async function serveConsole(app: FastifyInstance, webDir: string): Promise<void> {
  const page = existsSync(join(webDir, 'index.html')) ? pageOf(webDir) : null
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0]!
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !apiPath.test(path) &&
      !/\.\w{1,5}$/.test(path)
    if (!wantsPage || !page) throw notFound()
    return reply.header('cache-control', 'no-cache').type('text/html').send(page(path))
  })
  if (!page) return
  await app.register(fastifyStatic, {
    root: webDir,
    index: false,
    preCompressed: true,
    // The plugin's own header would win over ours.
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.setHeader('cache-control', isHashed ? `public, max-age=${year}, immutable` : 'no-cache')
    },
  })
  app.addHook('onSend', async (request, reply) => {
    if (isCode.test(request.url)) for (const name of ofDocuments) reply.removeHeader(name)
  })
  app.get('/', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html').send(page('/')),
  )
}

/**
 * The page for an address, naming at once the files that the address will need: the browser fetches
 * them while it
 * reads the first script instead of after it. For a list it also says what the entry may ask before
 * any of them has
 * arrived (src/main.tsx).
 */
function pageOf(webDir: string): (path: string) => string {
  const html = readFileSync(join(webDir, 'index.html'), 'utf8')
  const manifestFile = join(webDir, '.vite/manifest.json')
  const manifest: Manifest = existsSync(manifestFile)
    ? (JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest)
    : {}
  const linksOf = (...names: string[]) => {
    const keys = new Set(
      Object.keys(manifest).filter(
        (key) => key.startsWith('_') && names.includes(manifest[key]!.name ?? ''),
      ),
    )
    for (const key of keys) for (const next of manifest[key]!.imports ?? []) keys.add(next)
    return [...keys]
      .filter((key) => key !== 'index.html')
      .flatMap((key) => {
        const { file, css = [] } = manifest[key]!
        // A style sheet in the head would keep even the picture of the first moment from being
        // painted.
        return [
          ...(file.endsWith('.js') ? [`<link rel="modulepreload" href="/${file}">`] : []),
          ...css.map((sheet) => `<link rel="preload" as="style" crossorigin href="/${sheet}">`),
        ]
      })
  }
  const domainsFile = join(webDir, '.vite/domains.json')
  const domains = new Map(
    existsSync(domainsFile)
      ? Object.entries(JSON.parse(readFileSync(domainsFile, 'utf8')) as Record<string, string>)
      : [],
  )
  const signIn = linksOf('sign-in').join('')
  const linksByDomain = new Map(
    [undefined, ...new Set(domains.values())].map((domain) => [
      domain,
      linksOf('console', ...(domain ? [`domain-${domain}`] : [])).join(''),
    ]),
  )
  /** A record's page is below its list's. */
  const domainOf = (path: string): string | undefined =>
    domains.get(path) ??
    (path.includes('/') ? domainOf(path.slice(0, path.lastIndexOf('/'))) : undefined)
  const lists = new Map(
    screens.flatMap((screen) => {
      const shown: Entity | undefined = entities.find(({ name }) => name === screen.entity)
      return shown
        ? [
            [
              screen.route as string,
              `<meta name="furrow-list" content="${firstRows(shown, screen).replaceAll('&', '&amp;')}" data-module="${shown.module}"${placingOf(shown) ? ' data-placed' : ''}>`,
            ] as const,
          ]
        : []
    }),
  )
  lists.set(
    homeScreen.route,
    `<meta name="furrow-list" content="${homeWaiting.endpoint.slice('GET '.length)}" data-module="home" data-placed>`,
  )
  return (path) =>
    html.replace(
      '</head>',
      `${alone.test(path) ? '' : beforeSignIn.test(path) ? signIn : linksByDomain.get(domainOf(path))}${lists.get(path) ?? ''}</head>`,
    )
}
