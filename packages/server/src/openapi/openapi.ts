import { type FastifyInstance, fastify, type RouteOptions } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }

/**
 * Answers `/api/openapi.json` with a document of every route that is registered after it. It is made at the first
 * question: what makes it is a fifth of all modules of the server, and few ever ask.
 */
export function openApi(app: FastifyInstance): void {
  const declared: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') declared.push(route)
  })
  let document: Promise<object> | undefined
  app.get('/api/openapi.json', { schema: { hide: true } }, () => {
    document ??= describe(declared)
    return document
  })
}

/** Declares the routes once more to an application that only describes them. */
async function describe(declared: readonly RouteOptions[]): Promise<object> {
  const { default: swagger } = await import('@fastify/swagger')
  const { jsonSchemaTransform } = await import('fastify-type-provider-zod')
  const app = fastify({ exposeHeadRoutes: false })
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Cooperage', description: 'The API of the Cooperage console.', version: packageJson.version },
    },
    transform: jsonSchemaTransform,
  })
  for (const { method, url, schema } of declared) {
    app.route({ method, url, ...(schema && { schema }), handler: () => undefined })
  }
  await app.ready()
  return app.swagger()
}
