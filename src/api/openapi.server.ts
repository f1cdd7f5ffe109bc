import { z } from 'zod'
import { type Endpoint, errorsOf, type FormFiles, isForPrograms, needsSession } from './contract.ts'
import { type ErrorCode, errorCodes } from './errors.ts'
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from './webhooks.server.ts'

type Schema = Record<string, unknown>

/** The public OpenAPI 3.1 document; zod writes its schema dialect (JSON Schema 2020-12). */
export function openApiDocument(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Members API',
      version: '1.0.0',
      description:
        'Every call carries X-Requested-With and comes from the same brand’s pages. Errors are problem+json with a stable `code`.',
    },
    paths,
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: { session: sessionScheme },
    },
  }
}

const sessionScheme = { type: 'apiKey', in: 'cookie', name: 'session' }
const problemSchema: Schema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(errorCodes) },
    detail: { type: 'string', description: 'A sentence for people.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
    id: { type: 'string', description: 'Of a 500: what to tell support.' },
  },
}

const requiredHeader = (name: string): Schema => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
})
const signatureHeaders = [TIMESTAMP_HEADER, SIGNATURE_HEADER].map(requiredHeader)

function operation(endpoint: Endpoint): Schema {
  const content = endpoint.body
    ? {
        'application/json': { schema: jsonSchema(endpoint.body, 'input') },
        ...(endpoint.files
          ? { 'multipart/form-data': { schema: withFiles(endpoint.body, endpoint.files) } }
          : {}),
      }
    : endpoint.form
      ? { 'multipart/form-data': { schema: jsonSchema(endpoint.form, 'input') } }
      : undefined
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]],
    ...(needsSession(endpoint) ? { security: [{ session: [] }] } : {}),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(endpoint.access === 'webhook'
        ? signatureHeaders
        : isForPrograms(endpoint)
          ? []
          : [requiredHeader('X-Requested-With')]),
    ],
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': { schema: jsonSchema(endpoint.answer, 'output') } },
      },
      ...problems(errorsOf(endpoint)),
    },
  }
}

function withFiles(body: z.ZodType, { field }: FormFiles): Schema {
  const files = { type: 'array', items: { type: 'string', format: 'binary' } }
  return {
    allOf: [jsonSchema(body, 'input'), { type: 'object', properties: { [field]: files } }],
  }
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Schema[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function problems(codes: readonly ErrorCode[]): Record<string, Schema> {
  const byStatus: Record<string, Schema & { description: string }> = {}
  for (const code of codes) {
    const [status, title] = errorCodes[code]
    const before = byStatus[status]?.description
    byStatus[status] = {
      description: before === undefined ? `${code}: ${title}` : `${before} / ${code}: ${title}`,
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    }
  }
  return byStatus
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escape = (value: unknown): string =>
  String(value).replaceAll(/[&<>]/g, (sign) => escapes[sign] as string)

/**
 * What the document says of an operation, in a third of its letters: whoever takes no compressed
 * answer is sent all of the page.
 */
function inShort({ security, parameters, requestBody, responses }: Schema): Schema {
  const { 200: done, ...refused } = responses as Record<string, Schema>
  return {
    security,
    parameters,
    requestBody,
    answer: done?.['content'],
    errors: Object.fromEntries(
      Object.entries(refused).map(([status, one]) => [status, one['description']]),
    ),
  }
}

export function openApiPage(document: ReturnType<typeof openApiDocument>): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation: operation as Schema,
    })),
  )
  const sections = operations
    .toSorted((a, b) => a.path.localeCompare(b.path))
    .map(
      ({ path, method, operation }) =>
        `<details id="${method}${path}"><summary><b>${method.toUpperCase()}</b> <code>${escape(path)}</code> ${escape(operation['summary'])}</summary><pre>${escape(JSON.stringify(inShort(operation), null, 1))}</pre></details>`,
    )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Members API</title><h1>Members API</h1><p>${escape(document.info.description)} The document itself: <a href="/openapi.json">openapi.json</a>.</p>${sections.join('')}</html>`
}
