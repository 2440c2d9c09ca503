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
import { type Db, shareChangeMark } from './open-database.ts'
import type { Database } from './schema.ts'
import type { Scope } from './scope.ts'
import { tableRules } from './scoped-tables.ts'

declare const isScoped: unique symbol

/**
 * A database in which only the rows of somebody's circuits are: every query that is run on it finds those and no
 * others, in joins and counts too. It is only read (docs/decisions/0035-limited-users.md).
 */
export type ScopedDb = Db & { readonly [isScoped]: true }

const scopes = new WeakMap<Db, Scope>()
const views = new WeakMap<Db, Map<string, ScopedDb>>()
/** Of one database; what is kept for a view goes with it. */
const keptViews = 50

/**
 * The database as somebody of this scope may read it; the same view for the same scope, so that what is counted
 * once for all who ask can be kept by it (`keepByView`).
 */
export function within(db: Db, scope: Scope): ScopedDb {
  const ofDatabase = views.get(db) ?? new Map<string, ScopedDb>()
  views.set(db, ofDatabase)
  const view = ofDatabase.get(scope.key) ?? makeView(db, scope)
  // Put last: those that have not been used for longest come first, and go first.
  ofDatabase.delete(scope.key)
  ofDatabase.set(scope.key, view)
  const [unused] = ofDatabase.keys()
  if (ofDatabase.size > keptViews && unused !== undefined) ofDatabase.delete(unused)
  return view
}

function makeView(db: Db, scope: Scope): ScopedDb {
  const { circuits } = scope
  const view = circuits === null ? db.withoutPlugins() : db.withPlugin(readWithin(db, circuits))
  scopes.set(view, scope)
  shareChangeMark(db, view)
  return view as ScopedDb
}

/** Keeps what `make` makes apart for each view, so that nothing that one has counted reaches another. */
export function keepByView<Value>(make: (db: ScopedDb) => Value): (db: ScopedDb) => Value {
  const kept = new WeakMap<ScopedDb, { value: Value }>()
  return (db) => {
    const known = kept.get(db)
    if (known) return known.value
    const value = make(db)
    kept.set(db, { value })
    return value
  }
}

/** Whose rows are in it. */
export function scopeOf(db: ScopedDb): Scope {
  const scope = scopes.get(db)
  if (!scope) throw new Error('A scoped database has been derived from another one')
  return scope
}

function readWithin(db: Db, circuits: readonly string[]): KyselyPlugin {
  return {
    transformQuery: ({ node, queryId }) => {
      if (node.kind !== 'SelectQueryNode' && node.kind !== 'RawNode') {
        throw new Error(`A scoped database is only read, but a ${node.kind} came`)
      }
      return new ScopeTransformer(db, circuits).transformNode(node, queryId)
    },
    transformResult: async ({ result }) => result,
  }
}

const namesTable = /\b(from|join|into|update|table)\s+"?[a-z_]+/i

/** Puts the rows of the circuits in the place of each table that is read. */
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
    // Not a table, but what the query itself has named.
    if (rule === undefined || rule === 'shared') return undefined
    if (rule === 'closed') {
      throw new Error(`Nothing of ${table.identifier.name} is of circuits: a scope cannot read it`)
    }
    const rows = rule(this.#db, this.#circuits).toOperationNode() as SelectQueryNode
    return AliasNode.create(rows, IdentifierNode.create(name))
  }
}
