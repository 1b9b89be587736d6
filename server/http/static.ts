import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '#server/db/failure.ts'

const apiPath = /^\/(oauth|iam|wfpf|wfpe|hmsg|hfle|api|mqtt)\//
const year = 31_536_000

/** The built console: hashed assets immutable and precompressed, one page for every address. */
export async function serveConsole(app: FastifyInstance, webDir: string): Promise<void> {
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' && !apiPath.test(request.url) && !/\.\w{1,5}$/.test(request.url.split('?')[0]!)
    if (!wantsPage || !existsSync(join(webDir, 'index.html'))) throw notFound()
    return reply.header('cache-control', 'no-cache').type('text/html').send(page(webDir))
  })
  if (!existsSync(webDir)) return
  await app.register(fastifyStatic, {
    root: webDir,
    index: false,
    preCompressed: true,
    wildcard: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.setHeader('cache-control', isHashed ? `public, max-age=${year}, immutable` : 'no-cache')
    },
  })
  app.get('/', async (_request, reply) => reply.header('cache-control', 'no-cache').type('text/html').send(page(webDir)))
}

let cached: { dir: string; html: string } | null = null
function page(webDir: string): string {
  if (cached?.dir !== webDir) cached = { dir: webDir, html: readFileSync(join(webDir, 'index.html'), 'utf8') }
  return cached.html
}
