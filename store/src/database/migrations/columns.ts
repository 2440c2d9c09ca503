import type { ColumnDataType, Expression, Generated } from 'kysely'
import type { Flag, IsoText, JsonText } from '../column-values.ts'

export interface Definition {
  type: ColumnDataType
  isOptional?: boolean
  isKey?: boolean
  /** The database numbers the rows: a number that is read first would make writers wait for one another. */
  isNumbered?: boolean
  isUnique?: boolean
  /** Compared byte by byte, which PostgreSQL does only in this collation. */
  isBytewise?: boolean
  default?: string | number
  check?: Expression<boolean>
  references?: string
  /** What happens to the row when the one that it refers to is deleted. */
  onDelete?: 'cascade' | 'set null'
}

/** A column: what it is created with and, as `Value`, what queries read and write. */
export class Column<Value> {
  /** Exists in types only. */
  declare readonly value: Value
  readonly definition: Definition

  constructor(definition: Definition) {
    this.definition = definition
  }

  optional(): Column<Value | null> {
    return new Column({ ...this.definition, isOptional: true })
  }

  key(): Column<Value> {
    return new Column({ ...this.definition, isKey: true })
  }

  unique(): Column<Value> {
    return new Column({ ...this.definition, isUnique: true })
  }

  default(value: Value & (string | number)): Column<Generated<Value>> {
    return new Column({ ...this.definition, default: value })
  }

  check(condition: Expression<boolean>): Column<Value> {
    return new Column({ ...this.definition, check: condition })
  }

  references(table: string, onDelete: 'cascade' | 'set null' = 'cascade'): Column<Value> {
    return new Column({ ...this.definition, references: table, onDelete })
  }
}

export const text = <Value extends string = string>() => new Column<Value>({ type: 'text' })
export const bytewiseText = () => new Column<string>({ type: 'text', isBytewise: true })
export const instant = () => text<IsoText>()
export const json = () => text<JsonText>()
export const integer = () => new Column<number>({ type: 'integer' })
export const flag = () => new Column<Flag>({ type: 'integer' })
export const bigInteger = () => new Column<number>({ type: 'bigint' })
export const decimal = () => new Column<number>({ type: 'numeric(3, 2)' })
export const rowNumber = () =>
  new Column<Generated<number>>({ type: 'integer', isKey: true, isNumbered: true })

export type Columns = Readonly<Record<string, Column<unknown>>>

/** What queries read and write of a table with these columns. */
export type TableOf<Table extends Columns> = { [Name in keyof Table]: Table[Name]['value'] }
