import { type ESTree, type Plugin, parseAst } from 'vite'

/** The parts of an endpoint that `web/src/api` reads, besides whether it sends a file. */
const kept = new Set(['method', 'path', 'access'])
const contractFile = /\/contract\/src\/[\w-]+\.ts$/

/**
 * Removes the schemas from the endpoints that the browser loads: the server checks all input and answers, the browser
 * needs only the address, and TypeScript has checked the types by then. Only pages with forms then load the validation
 * library, and it is no longer loaded before the login form works (docs/decisions/0018-login-bundle.md).
 */
export function endpointsWithoutSchemas(): Plugin {
  return {
    name: 'endpoints-without-schemas',
    apply: 'build',
    transform: {
      filter: { id: contractFile },
      handler: (code) => ({ code: withoutSchemas(code), map: null }),
    },
  }
}

/**
 * Returns the source of a module that declares endpoints: each keeps only what the browser reads, and the schemas
 * beside them are removed, so that the build fails where a page uses one of them. Every other module, such as one with
 * the inputs of forms, stays unchanged.
 */
export function withoutSchemas(code: string): string {
  const statements = parseAst(code, { lang: 'ts' }).body
  const values = statements.flatMap(valuesOf)
  const endpoints = values.filter(({ root }) => root === 'defineEndpoint')
  if (endpoints.length === 0) return code
  const parts = endpoints.flatMap(({ init }) => propertiesToCut(init))
  const rest = cut(code, [...parts, ...schemasAmong(values), ...statements.filter(isType)])
  return cut(rest, unusedImports(rest))
}

function cut(code: string, spans: Span[]): string {
  return spans
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), code)
}

/** Imports that are no longer used would still load their modules. */
function unusedImports(code: string): Span[] {
  const imports = parseAst(code, { lang: 'ts' }).body.filter(
    (statement) => statement.type === 'ImportDeclaration',
  )
  const body = cut(code, imports)
  return imports.filter(
    ({ specifiers }) =>
      specifiers.length > 0 &&
      specifiers.every(({ local }) => !new RegExp(`\\b${local.name}\\b`).test(body)),
  )
}

function isType(statement: ESTree.Program['body'][number]): boolean {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  return declared?.type === 'TSTypeAliasDeclaration' || declared?.type === 'TSInterfaceDeclaration'
}

interface Span {
  start: number
  end: number
}

/** A value that a module declares at its top level, with its whole statement. */
interface Value extends Span {
  name: string
  init: ESTree.Expression
  /** The name that the value's expression begins with: `z` for `z.string().min(1)`. */
  root: string | undefined
}

function valuesOf(statement: ESTree.Program['body'][number]): Value[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declared?.type !== 'VariableDeclaration') return []
  return declared.declarations.flatMap(({ id, init }) => {
    if (id.type !== 'Identifier' || !init) return []
    return { name: id.name, init, root: rootOf(init), start: statement.start, end: statement.end }
  })
}

function rootOf(expression: ESTree.Expression | ESTree.Super): string | undefined {
  if (expression.type === 'CallExpression') return rootOf(expression.callee)
  if (expression.type === 'MemberExpression') return rootOf(expression.object)
  return expression.type === 'Identifier' ? expression.name : undefined
}

/**
 * Whether a value is a schema. Schemas begin with the library's `z`, with another schema (`Job.extend(…)`), or with a
 * function of the contract that creates some. An object that contains one is not needed in the browser, either.
 */
function schemasAmong(values: Value[]): Value[] {
  const names = new Set(['z', 'pageParameters', 'flagParameter'])
  const begins = (expression: ESTree.Expression) => names.has(rootOf(expression) ?? '')
  return values.filter(({ name, init }) => {
    const isSchema = begins(init) || propertyValues(init).some(begins)
    if (isSchema) names.add(name)
    return isSchema
  })
}

function propertyValues(expression: ESTree.Expression): ESTree.Expression[] {
  if (expression.type !== 'ObjectExpression') return []
  return expression.properties.map((property) =>
    property.type === 'Property' ? property.value : property.argument,
  )
}

/** Returns the properties to remove, each with the comma after it. */
function propertiesToCut(endpoint: ESTree.Expression): Span[] {
  const [declaration] = endpoint.type === 'CallExpression' ? endpoint.arguments : []
  if (declaration?.type !== 'ObjectExpression') return []
  const { properties, end } = declaration
  return properties.flatMap((property, index) => {
    if (isKept(property)) return []
    return { start: property.start, end: properties[index + 1]?.start ?? end - 1 }
  })
}

/** Whether a property stays. An answer that is a file is written as an object literal; a schema is a call or a name. */
function isKept(property: ESTree.ObjectExpression['properties'][number]): boolean {
  if (property.type !== 'Property' || property.key.type !== 'Identifier') return true
  const isFile = property.key.name === 'answer' && property.value.type === 'ObjectExpression'
  return isFile || kept.has(property.key.name)
}
