import type { Serving } from './serving.ts'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { z } from 'zod'
import { toRoute, type Served } from './serve.ts'

type Schema = Record<string, unknown>
const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    unrepresentable: 'any',
    io,
  }) as Schema
  return rest
}
const failure = {
  description: 'Refused; `failed` is true (contract: failure)',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['failed', 'code', 'message', 'type', 'requestId'],
        properties: {
          failed: { const: true },
          code: { type: 'string' },
          message: { type: 'string' },
          type: { enum: ['warn', 'error'] },
          requestId: { type: 'string' },
          fields: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
    },
  },
}

function operation(served: Served): Schema {
  const { method } = toRoute(served.endpoint)
  const inPath = [...served.endpoint.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!)
  const schema = jsonSchema(served.input, 'input')
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const inQuery =
    method === 'GET' ? Object.keys(properties).filter((name) => !inPath.includes(name)) : []
  const codes =
    typeof served.access === 'object' ? [served.access.code].flat().join(', ') : served.access
  return {
    tags: [served.endpoint.split('/')[1]],
    summary: served.summary,
    description: `Access: ${codes}`,
    security: served.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [
      ...inPath.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: properties[name] ?? { type: 'integer' },
      })),
      ...inQuery.map((name) => ({ name, in: 'query', schema: properties[name] })),
    ],
    ...(method !== 'GET' && {
      requestBody: {
        content: {
          [served.form ? 'application/x-www-form-urlencoded' : 'application/json']: { schema },
        },
      },
    }),
    responses: {
      ...(served.answer
        ? {
            200: {
              description: 'Done',
              content: { 'application/json': { schema: jsonSchema(served.answer, 'output') } },
            },
          }
        : { 204: { description: 'Done' } }),
      '4XX': failure,
      '5XX': failure,
    },
  }
}

/** The description of every served call, made from the contract. */
export function describe(served: readonly Served[], version: string): Schema {
  const paths: Record<string, Record<string, Schema>> = {}
  for (const call of served) {
    const [method, path] = call.endpoint.split(' ') as [string, string]
    ;(paths[path] ??= {})[method.toLowerCase()] = operation(call)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Furrow', version },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}

/** `/api/docs`, and the document itself at `/api/docs/json`. */
export async function serveDocs(app: Serving, version: string): Promise<void> {
  let document: Schema | null = null
  await app.http.register(swagger, {
    mode: 'dynamic',
    transformObject: () => (document ??= describe(app.served, version)) as never,
  })
  // Made once: two megabytes for anybody who asks would keep the thread for a tenth of a second.
  let json: Buffer | null = null
  let yaml: Buffer | null = null
  await app.http.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { tryItOutEnabled: true },
    uiHooks: {
      onRequest: (request, reply, done) => {
        const path = request.routeOptions.url
        if (path === '/api/docs/json')
          return void reply
            .type('application/json; charset=utf-8')
            .send((json ??= Buffer.from(JSON.stringify(app.http.swagger()))))
        if (path === '/api/docs/yaml')
          return void reply
            .type('application/x-yaml')
            .send((yaml ??= Buffer.from(app.http.swagger({ yaml: true }))))
        done()
      },
    },
  })
}
