import fc from 'fast-check'
import { z } from 'zod'

/** Values for requests, made from the schemas of the contract. */

const Schema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
  items: z.unknown().optional(),
  minLength: z.number().default(0),
  maxLength: z.number().default(50),
  minimum: z.number().default(-1_000_000),
  maximum: z.number().default(1_000_000),
  pattern: z.string().optional(),
})

const maxTextLength = 40

/** Texts that are no harm as values, and would be one as SQL, paths, formulas, templates or parts of a page. */
const oddTexts = fc.oneof(
  fc.constantFrom('', ' ', '\0', 'a\0b', '\u202e', '\ufeff', '%00', '../../etc/passwd', '{{7*7}}'),
  fc.constantFrom(`x'; drop table users; --`, '<script>alert(1)</script>', '=1+1', '__proto__'),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.integer({ min: 500, max: 20_000 }).map((length) => 'x'.repeat(length)),
)

const oddValues = fc.oneof(
  oddTexts,
  fc.jsonValue(),
  fc.integer({ min: 100, max: 6_000 }).map((length) => Array(length).fill('a')),
)

/** JSON that no object of the program becomes: members twice, numbers without an end, a depth that recursion fears. */
const oddJson = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '{"id":1,"id":2}',
    '{"__proto__":{"role":"admin"}}',
    '1e400',
    '"\\ud800"',
  ),
  fc.integer({ min: 10, max: 3_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
)

/** Returns values that fit a schema; a text is often one of `known`. */
function fitting(described: unknown, known: readonly string[]): fc.Arbitrary<unknown> {
  const schema = Schema.parse(described ?? {})
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return fc.oneof(...alternatives.map((each) => fitting(each, known)))
  const { minLength, minimum: min, maximum: max } = schema
  switch (schema.type) {
    case 'object':
      return fc.record(fittingEach(schema.properties, known), { requiredKeys: schema.required })
    case 'array':
      return fc.array(fitting(schema.items, known), { maxLength: 6 })
    case 'string': {
      const maxLength = Math.max(minLength, Math.min(schema.maxLength, maxTextLength))
      const any = fc.string({ unit: 'grapheme-ascii', minLength, maxLength })
      // fast-check does not parse Unicode classes.
      const isKnown = schema.pattern === undefined || schema.pattern.includes('\\p')
      const own = isKnown ? any : fc.stringMatching(new RegExp(schema.pattern ?? ''))
      return fc.oneof(fc.constantFrom(...known), own)
    }
    case 'integer':
      return fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
    case 'number':
      return fc.double({ min, max, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue()
  }
}

function fittingEach(properties: Record<string, unknown>, known: readonly string[]) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, fitting(each, known)]),
  )
}

/** Returns bodies as text: some fit the schema, some but for one member, some nothing at all. */
export function bodiesOf(schema: z.ZodType, known: readonly string[]): fc.Arbitrary<string> {
  const values = fitting(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), known)
  const harmed = fc.tuple(values, oddTexts, oddValues, fc.nat()).map(([value, name, odd, at]) => {
    const members = Object.entries(z.record(z.string(), z.unknown()).catch({}).parse(value))
    const key = members[at % (members.length + 1)]?.[0] ?? name
    return Object.fromEntries([...members, [key, odd]])
  })
  const asText = (value: unknown) => JSON.stringify(value) ?? 'null'
  return fc.oneof(
    { weight: 4, arbitrary: values.map(asText) },
    { weight: 4, arbitrary: harmed.map(asText) },
    { weight: 1, arbitrary: oddValues.map(asText) },
    { weight: 1, arbitrary: oddJson },
  )
}

/** Returns values for the parameters of a path or a query, as texts. */
export function parametersOf(
  schema: z.ZodType | undefined,
  known: readonly string[],
): fc.Arbitrary<Record<string, string>> {
  if (!(schema instanceof z.ZodObject)) return fc.constant({})
  const described = Schema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  const texts = Object.keys(described.properties).map((name) => {
    const fits = fitting(described.properties[name], known).map((value) => String(value))
    return [name, fc.oneof({ weight: 3, arbitrary: fits }, { weight: 1, arbitrary: oddTexts })]
  })
  return fc.record(Object.fromEntries(texts), { requiredKeys: described.required })
}
