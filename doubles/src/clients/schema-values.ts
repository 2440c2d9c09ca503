import fc from 'fast-check'
import { z } from 'zod'
import type { JsonSchema } from './described-operations.ts'

/** Values that exist on the server, keyed by the name of the property that accepts them. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>

const Schemas = z.array(z.record(z.string(), z.unknown()))
const ObjectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
})
const ArraySchema = z.object({
  items: z.record(z.string(), z.unknown()),
  minItems: z.number().default(0),
  maxItems: z.number().default(20),
})
const StringSchema = z.object({
  minLength: z.number().default(1),
  maxLength: z.number().default(50),
  pattern: z.string().optional(),
})
const NumberSchema = z.object({
  minimum: z.number().default(-1_000_000),
  maximum: z.number().default(1_000_000),
})

const longestText = 40
const longestList = 6

/** Returns values that match a JSON schema, preferably some that exist on the server. */
export function valuesOf(schema: JsonSchema, known: KnownValues, name = ''): fc.Arbitrary<unknown> {
  const made = madeValues(schema, known, name)
  const values = schema.type === 'array' ? [] : (known[name] ?? [])
  if (values.length === 0) return made
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...values) },
    { weight: 1, arbitrary: made },
  )
}

function madeValues(schema: JsonSchema, known: KnownValues, name: string): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) {
    return fc.oneof(...Schemas.parse(alternatives).map((each) => valuesOf(each, known, name)))
  }
  switch (schema.type) {
    case 'object':
      return objects(schema, known)
    case 'array':
      return arrays(schema, known, name)
    case 'string':
      return texts(schema)
    case 'integer':
      return numbers(schema).map(Math.round)
    case 'number':
      return numbers(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue()
  }
}

function objects(schema: JsonSchema, known: KnownValues) {
  const { properties, required } = ObjectSchema.parse(schema)
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, valuesOf(each, known, name)]),
  )
  return fc.record(model, { requiredKeys: required })
}

function arrays(schema: JsonSchema, known: KnownValues, name: string) {
  const { items, minItems, maxItems } = ArraySchema.parse(schema)
  return fc.array(valuesOf(items, known, name), {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems, longestList)),
  })
}

function texts(schema: JsonSchema): fc.Arbitrary<string> {
  const { minLength, maxLength, pattern } = StringSchema.parse(schema)
  // fast-check cannot parse Unicode classes in a pattern; any plain text matches those.
  if (pattern && !pattern.includes('\\p')) return fc.stringMatching(new RegExp(pattern))
  return fc.string({
    unit: 'grapheme-ascii',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, longestText)),
  })
}

function numbers(schema: JsonSchema): fc.Arbitrary<number> {
  const { minimum, maximum } = NumberSchema.parse(schema)
  return fc.double({ min: minimum, max: maximum, noNaN: true })
}
