import {
  AliasNode,
  type FromNode,
  IdentifierNode,
  type JoinNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type QueryId,
  type RawNode,
  type SelectQueryNode,
  TableNode,
} from 'kysely'
import { type Db, emptyLists } from './open-database.ts'
import type { Database } from './schema.ts'
import type { Scope } from './scope.ts'
import { tableRules } from './scoped-tables.ts'

declare const isScoped: unique symbol

/**
 * A read-only view of the database that contains only the rows of a scope's circuits. Queries on it are written as on
 * the whole database, and rewritten before they are sent: wherever one names a table, even in a join, a subquery or a
 * count, the table is replaced by a subquery that selects its rows of the circuits (`tableRules`). So no query can
 * forget the limit. It throws for a change, for raw SQL that names a table by itself, and for a table without a rule
 * for circuits; for a scope of all circuits nothing is rewritten (docs/decisions/0035-limited-users.md).
 */
export type ScopedDb = Db & { readonly [isScoped]: true }

const scopes = new WeakMap<Db, Scope>()

export function within(db: Db, scope: Scope): ScopedDb {
  const { circuits } = scope
  const view =
    circuits === null
      ? db.withoutPlugins().withPlugin(emptyLists)
      : db.withPlugin(readWithin(db, circuits))
  scopes.set(view, scope)
  return view as ScopedDb
}

export function scopeOf(db: ScopedDb): Scope {
  const scope = scopes.get(db)
  if (!scope) throw new Error('A scoped database has been derived from another one')
  return scope
}

function readWithin(db: Db, circuits: readonly string[]): KyselyPlugin {
  return {
    transformQuery: ({ node, queryId }) => {
      if (node.kind !== 'SelectQueryNode' && node.kind !== 'RawNode') {
        throw new Error(`A scoped database is read-only, but received a ${node.kind}`)
      }
      return new ScopeTransformer(db, circuits).transformNode(node, queryId)
    },
    transformResult: async ({ result }) => result,
  }
}

const namesTable = /\b(from|join|into|update|table)\s+"?[a-z_]+/i

/** Replaces each table that a query reads with its rows of the circuits. */
class ScopeTransformer extends OperationNodeTransformer {
  readonly #db: Db
  readonly #circuits: readonly string[]

  constructor(db: Db, circuits: readonly string[]) {
    super()
    this.#db = db
    this.#circuits = circuits
  }

  protected override transformFrom(node: FromNode, queryId?: QueryId): FromNode {
    return { ...node, froms: node.froms.map((source) => this.#restrict(source, queryId)) }
  }

  protected override transformJoin(node: JoinNode, queryId?: QueryId): JoinNode {
    return { ...super.transformJoin(node, queryId), table: this.#restrict(node.table, queryId) }
  }

  protected override transformRaw(node: RawNode, queryId?: QueryId): RawNode {
    if (node.sqlFragments.some((text) => namesTable.test(text))) {
      throw new Error('SQL that names tables by itself cannot be scoped: give them by sql.table()')
    }
    const parameters = node.parameters.map((each) => this.#restrict(each, queryId))
    return { ...node, parameters }
  }

  #restrict(source: OperationNode, queryId?: QueryId): OperationNode {
    if (TableNode.is(source)) return this.#rowsOf(source, source.table.identifier.name) ?? source
    if (AliasNode.is(source) && TableNode.is(source.node)) {
      const { alias } = source
      const name = IdentifierNode.is(alias) ? alias.name : source.node.table.identifier.name
      return this.#rowsOf(source.node, name) ?? source
    }
    return this.transformNode(source, queryId)
  }

  #rowsOf({ table }: TableNode, name: string): AliasNode | undefined {
    const rule = tableRules[table.identifier.name as keyof Database]
    // The name is not a table but was defined in the query itself.
    if (rule === undefined || rule === 'shared') return undefined
    if (rule === 'closed') {
      throw new Error(
        `No column of ${table.identifier.name} names a circuit: a scope cannot read it`,
      )
    }
    const rows = rule(this.#db, this.#circuits).toOperationNode() as SelectQueryNode
    return AliasNode.create(rows, IdentifierNode.create(name))
  }
}
