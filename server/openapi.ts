import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { apiError } from '../shared/errors.ts';
import { IDEMPOTENCY_KEY_MAX_CHARACTERS, PHOTOS_PER_UPLOAD } from '../shared/limits.ts';
import type { Config } from './core/config.ts';
import { operationOf } from './people/identity/access-tokens/operations.ts';

const ERRORS = {
  400: 'Something in the request is not right; `fields` says what',
  401: 'No token, or one that does not work any more',
  402: 'There are too few credits',
  403: 'The token may not do that',
  404: 'There is no such thing, or it is not yours',
  409: 'It can not be done as things are',
  413: 'More bytes than are taken',
  415: 'Not multipart/form-data',
  429: 'Beyond a limit; Retry-After says for how many seconds',
};
const EVERYWHERE = [400, 401, 403, 429] as const;

const idempotency = z.object({
  'idempotency-key': z
    .string()
    .max(IDEMPOTENCY_KEY_MAX_CHARACTERS)
    .optional()
    .describe('The same request with the same key is done once, and answered alike'),
});
const file = (contentMediaType: string) => ({ type: 'string', format: 'binary', contentMediaType });
const UPLOAD = {
  type: 'object',
  required: ['photos'],
  properties: { photos: { type: 'array', maxItems: PHOTOS_PER_UPLOAD, items: file('image/*') } },
};
const PHOTO = { 200: { description: 'JPEG', content: { 'image/jpeg': { schema: file('image/jpeg') } } } };

/** OpenAPI 3.1. What other programs may call is described whole, the page's own calls as far as they describe themselves. */
export const openApi = (config: Config): FastifyDynamicSwaggerOptions => ({
  openapi: {
    openapi: '3.1.1',
    info: { title: config.PRODUCT_NAME, version: '1' },
    servers: [{ url: config.publicUrl }],
    components: { securitySchemes: { accessToken: { type: 'http', scheme: 'bearer' } } },
  },
  transform: (document) => {
    const { url, route } = document;
    const operation = operationOf(String(route.method), url);
    if (!operation) return jsonSchemaTransform(document);
    const { scope, operationId, summary, errors } = operation;
    const given = (document.schema ?? {}) as { response?: object };
    const refusals = [...EVERYWHERE, ...errors].map((status) => [status, apiError.describe(ERRORS[status])]);
    const schema = {
      ...given,
      ...(route.method === 'POST' ? { headers: idempotency } : {}),
      tags: [url.split('/')[2] ?? ''],
      operationId,
      summary,
      security: [{ accessToken: [scope] }],
      response: { ...given.response, ...Object.fromEntries(refusals) },
    };
    const described = jsonSchemaTransform({ ...document, schema }) as {
      schema: { body?: object; response: object };
      url: string;
    };
    if (operationId === 'uploadPhotos') described.schema.body = UPLOAD;
    if (operationId === 'getPhoto') described.schema.response = { ...PHOTO, ...described.schema.response };
    return described;
  },
});
