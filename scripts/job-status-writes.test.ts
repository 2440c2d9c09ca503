import { expect, it } from 'vitest'
import { jobStatusWrites } from './job-status-writes.ts'
import { parseSource } from './source-tree.ts'

const writes = (...lines: string[]) => jobStatusWrites(parseSource('planted.ts', lines.join('\n')))

it.each([
  "db.updateTable('jobs').set({ status: 'failed' }).execute()",
  "db.updateTable('jobs').set({ 'status': failed }).execute()",
  "db.updateTable('jobs').set({ ['status']: failed }).execute()",
  "db.updateTable('jobs').set({ [column]: failed }).execute()",
  "db.updateTable('jobs').set({ status }).execute()",
  "db.updateTable('jobs').set({ endedAt, ...ended }).execute()",
  "db.updateTable('jobs').set({ ...(isOver && { status: 'failed' }) }).execute()",
  "db.updateTable('jobs').set({ ...(isOver ? ended : {}) }).execute()",
  "db.updateTable('jobs').set(values).execute()",
  "db.updateTable('jobs').set(valuesOf(job)).execute()",
  "db.updateTable('jobs').set(isOver ? { status: 'failed' } : { step: '' }).execute()",
  "db.updateTable('jobs').set((eb) => ({ status: eb.val('failed') })).execute()",
  "db.updateTable('jobs').set(() => { return { status: 'failed' } }).execute()",
  "db.updateTable('jobs').set('status', 'failed').execute()",
  "db.updateTable('jobs').set(column, 'failed').execute()",
  "db.updateTable('jobs').set({ step }).set({ status }).execute()",
  "db.updateTable('jobs').where('id', '=', id).set({ status } as Values).execute()",
  "db.updateTable('jobs').$if(isOver, (query) => query.set({ status })).execute()",
  "const query = db.updateTable('jobs')",
  "db.updateTable('jobs as job').set({ status }).execute()",
  "db.updateTable(['users', 'jobs']).set({ status }).execute()",
  'db.updateTable(table).set({ status }).execute()',
  'db.updateTable(`jobs`).set({ status }).execute()',
  "db['updateTable']('jobs').set({ status }).execute()",
  "db?.updateTable('jobs').set({ status }).execute()",
  'const update = db.updateTable.bind(db)',
  'const { updateTable } = db',
  "db.insertInto('jobs').values(row).execute()",
  'db.insertInto(table).values(row).execute()',
  "db.replaceInto('jobs').values(row).execute()",
  "db.mergeInto('jobs').using('users', 'a', 'b').execute()",
  "sql`update jobs set status = 'failed'`.execute(db)",
  'sql`UPDATE "jobs" SET status = 1`.execute(db)',
  'sql`update public.jobs set status = 1`.execute(db)',
  'sql`insert into jobs (id) values (1)`.execute(db)',
  "sql`update ${sql.table('jobs')} set status = 1`.execute(db)",
  'sql`update ${table} set status = 1`.execute(db)',
  "database.exec('insert  into jobs values (1)')",
  "database.exec('update ' + table + ' set status = 1')",
])('sees that the status of a job may be written: %s', (line) => {
  expect(writes('const before = 1', line)).toEqual([2])
})

it('names the line on which a query begins', () => {
  expect(
    writes('await db', "  .updateTable('jobs')", '  .set({ status })', '  .execute()'),
  ).toEqual([1])
})

it.each([
  "db.updateTable('jobs').set({ step, progress: 3 }).where('status', '=', 'running').execute()",
  "db.updateTable('jobs').set({ ...(step && { step }), progress }).execute()",
  "db.updateTable('jobs').set('step', 'Reading').execute()",
  "db.updateTable('users').set(values).execute()",
  "db.updateTable('logo_uploads').set({ status }).execute()",
  "db.insertInto('reports').values(row).execute()",
  "db.selectFrom('jobs').where('status', '=', 'failed').execute()",
  "db.deleteFrom('jobs').execute()",
  "sql`update ${sql.table('users')} set name = 1`.execute(db)",
  'sql`select * from jobs for update of users`.execute(db)',
  "const title = 'Update the jobs'",
  'const text = `Import ${name} into ${folder}`',
])('sees no writing of the status in: %s', (line) => {
  expect(writes(line)).toEqual([])
})
