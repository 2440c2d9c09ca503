import { index, type Schema, table } from './table-parts.ts'

/** Adds call lists, and how each call ended (docs/decisions/0036-call-lists.md). */
export async function up(db: Schema): Promise<void> {
  await table(db, 'call_lists')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('timeSlot', 'text', (column) => column.notNull())
    .addColumn('createdBy', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addUniqueConstraint('call_lists_place_time', ['kind', 'place', 'day', 'timeSlot'])
    .execute()
  await index(db, 'call_lists', ['day'])
  await table(db, 'call_outcomes')
    .addColumn('listId', 'text', (column) =>
      column.notNull().references('call_lists.id').onDelete('cascade'),
    )
    .addColumn('volunteerId', 'text', (column) => column.notNull())
    .addColumn('locustId', 'text')
    .addColumn('personKey', 'text', (column) => column.notNull())
    .addColumn('firstName', 'text', (column) => column.notNull())
    .addColumn('lastName', 'text', (column) => column.notNull())
    .addColumn('circuit', 'text')
    .addColumn('congregation', 'text')
    .addColumn('phone', 'text')
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('by', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addUniqueConstraint('call_outcomes_listId_volunteerId', ['listId', 'volunteerId'])
    .execute()
}
