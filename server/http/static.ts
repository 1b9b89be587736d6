import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { screens } from '#contract/screens.ts'
import { notFound } from '#server/db/failure.ts'

const apiPath = /^\/(oauth|iam|wfpf|wfpe|hmsg|hfle|api|mqtt)\//
const beforeSignIn = /^\/(login|register|forgetPassword|setup)\/?$/
const year = 31_536_000

interface Chunk { file: string; imports?: string[]; css?: string[] }
/** Vite's account of what it built. */
type Manifest = Record<string, Chunk>

/** The built console: hashed assets immutable and precompressed, one page for every address. */
export async function serveConsole(app: FastifyInstance, webDir: string): Promise<void> {
  const page = existsSync(join(webDir, 'index.html')) ? pageOf(webDir) : null
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0]!
    const wantsPage = request.method === 'GET' && !apiPath.test(path) && !/\.\w{1,5}$/.test(path)
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
  app.get('/', async (_request, reply) => reply.header('cache-control', 'no-cache').type('text/html').send(page('/')))
}

/**
 * The page for an address, naming at once the chunks that the address will need: the browser fetches them while it
 * reads the first script instead of after it (design: first row, one round trip of two).
 */
function pageOf(webDir: string): (path: string) => string {
  const html = readFileSync(join(webDir, 'index.html'), 'utf8')
  const manifestFile = join(webDir, '.vite/manifest.json')
  const manifest: Manifest = existsSync(manifestFile) ? (JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest) : {}
  const withImports = (key: string, seen = new Set<string>()): Set<string> => {
    const chunk = manifest[key]
    if (chunk && !seen.has(key)) {
      seen.add(key)
      for (const next of chunk.imports ?? []) withImports(next, seen)
    }
    return seen
  }
  const lists = new Set(screens.filter((screen) => screen.entity).map((screen) => screen.route as string))
  const made = new Map<string, string>()
  const build = (entries: string[]) => {
    const entry = withImports('index.html')
    const keys = new Set(entries.flatMap((key) => [...withImports(key)]).filter((key) => !entry.has(key)))
    const links = [...keys].flatMap((key) => {
      const { file, css = [] } = manifest[key]!
      return [`<link rel="modulepreload" href="/${file}">`, ...css.map((sheet) => `<link rel="stylesheet" href="/${sheet}">`)]
    })
    return html.replace('</head>', `${links.join('')}</head>`)
  }
  return (path) => {
    const kind = beforeSignIn.test(path) ? 'sign-in' : lists.has(path) ? 'list' : 'console'
    const entries = { 'sign-in': ['src/shell/sign-in/SignInRoot.tsx'], list: ['src/App.tsx', 'src/kit/ListScreen.tsx'], console: ['src/App.tsx'] }[kind]
    const known = made.get(kind) ?? build(entries)
    made.set(kind, known)
    return known
  }
}
