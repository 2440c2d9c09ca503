import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'
import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { type LiteralClient, signInLiterally } from '../literal-calls.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { says } from './says.ts'

/** Entities and their fields: as the calls answer them and, where no call does, as they are kept. */

const dashboard = ownDashboard({}, { synced: 'reports' })
let client: LiteralClient
let database: DatabaseSync
/** Has the same tables, without a row: where rows are added and removed. */
let tables: DatabaseSync

test.beforeAll(async () => {
  client = await signInLiterally(dashboard)
  database = new DatabaseSync(join(dashboard.dataDir, 'dashboard.db'), { readOnly: true })
  tables = new DatabaseSync(':memory:')
  const made = database.prepare(
    "select sql from sqlite_master where sql <> '' and name not like 'sqlite_%'",
  )
  for (const { sql } of made.all()) tables.exec(String(sql))
})
test.afterAll(() => {
  database.close()
  tables.close()
})

const text = z.string().min(1)
const textOrNothing = z.string().nullable()
const instant = z.iso.datetime()
const count = z.number().int().min(0)

interface Column {
  isRequired?: boolean
  default?: string | number
  refersTo?: string
  isRemovedWithIt?: boolean
}

const required: Column = { isRequired: true }
const ofVolunteer: Column = { isRequired: true, refersTo: 'volunteers', isRemovedWithIt: true }

/** The table has these columns. Flags are kept as 0 and 1. */
function expectColumns(table: string, columns: Readonly<Record<string, Column>>): void {
  const kept = database.prepare('select * from pragma_table_info(?)').all(table)
  const references = database.prepare('select * from pragma_foreign_key_list(?)').all(table)
  for (const [name, wanted] of Object.entries(columns)) {
    const column = kept.find((candidate) => candidate.name === name)
    const reference = references.find(({ from }) => from === name)
    expect(column, `${table} has no ${name}`).toBeDefined()
    if (wanted.isRequired) expect(column?.notnull, name).toBe(1)
    if (wanted.refersTo) expect(reference?.table, name).toBe(wanted.refersTo)
    if (wanted.isRemovedWithIt) expect(reference?.on_delete, name).toBe('CASCADE')
    if (wanted.default !== undefined)
      expect(String(column?.dflt_value).replaceAll("'", ''), name).toBe(String(wanted.default))
  }
}

function expectUnique(table: string, ...columns: string[]): void {
  const indexes = database
    .prepare('select name from pragma_index_list(?) where "unique" = 1')
    .all(table)
    .map(({ name = null }) => database.prepare('select name from pragma_index_info(?)').all(name))
    .map((rows) => rows.map(({ name }) => name))
  expect(indexes).toContainEqual(columns)
}

type Row = Record<string, SQLOutputValue>
let rowsMade = 0

/** Adds a row that says nothing but what it must, and these values. */
function addRow(table: string, values: Readonly<Record<string, SQLInputValue>> = {}): Row {
  const row: Record<string, SQLInputValue> = { ...values }
  for (const column of tables.prepare('select * from pragma_table_info(?)').all(table)) {
    const { name, type, notnull, pk, dflt_value: fallback } = column
    if (String(name) in row || fallback !== null || (notnull === 0 && pk === 0)) continue
    rowsMade += 1
    row[String(name)] = type === 'integer' ? rowsMade : `${name} ${rowsMade}`
  }
  const names = Object.keys(row)
  const places = names.map(() => '?').join(', ')
  return tables
    .prepare(`insert into ${table} (${names.join(', ')}) values (${places}) returning *`)
    .get(...Object.values(row)) as Row
}

function expectRefused(table: string, values: Readonly<Record<string, SQLInputValue>>): void {
  expect(() => addRow(table, values), JSON.stringify(values)).toThrow(/constraint/i)
}

/** A row goes as soon as one of those that it belongs to is removed. */
function expectRemovedWith(table: string, parents: Readonly<Record<string, string>>): void {
  for (const [removedBy, parentTable] of Object.entries(parents)) {
    const kept = Object.entries(parents).map(([column, of]) => [column, addRow(of).id])
    const ids: Record<string, SQLInputValue> = Object.fromEntries(kept)
    const { id = null } = addRow(table, ids)
    tables.prepare(`delete from ${parentTable} where id = ?`).run(ids[removedBy] ?? null)
    expect(tables.prepare(`select * from ${table} where id = ?`).get(id)).toBeUndefined()
  }
}

test('people and sessions', async () => {
  await says(
    'Session user (decoded from the session token payload): userId, username, firstName, lastName, role, and exp (expiry in seconds).',
    () => {
      const payload = client.token.split('.')[1] ?? ''
      const user = JSON.parse(Buffer.from(payload, 'base64url').toString())
      z.object({
        userId: text,
        username: text,
        firstName: text,
        lastName: text,
        role: z.enum(['admin', 'user']),
        exp: z.number(),
      }).parse(user)
      expect(user.exp).toBeGreaterThan(Date.now() / 1_000)
      expect(user.exp).toBeLessThan(Date.now() / 100)
    },
  )

  await says(
    "users: id (generated uuid), username (unique, required), firstName, lastName, password (all required), role (required, default 'user'; values admin or user), isActive (default true), createdAt, updatedAt.",
    async () => {
      const user = { username: 'mortega', firstName: 'Mia', lastName: 'Ortega', password: 'p' }
      for (const name of Object.keys(user)) {
        const { status } = await client.send('POST /api/users', { ...user, [name]: undefined })
        expect(status, `without ${name}`).toBe(400)
      }
      expect((await client.send('POST /api/users', { ...user, role: 'owner' })).status).toBe(400)
      expect((await client.send('POST /api/users', user)).status).toBe(201)
      expect((await client.send('POST /api/users', user)).status, 'not unique').toBe(409)
      const { body } = await client.send('GET /api/users')
      const User = z.object({
        id: z.uuid(),
        username: text,
        firstName: text,
        lastName: text,
        role: z.enum(['admin', 'user']),
        isActive: z.boolean(),
        createdAt: instant,
        updatedAt: instant,
      })
      const { users } = z.object({ users: z.array(User) }).parse(body)
      const made = users.find(({ username }) => username === 'mortega')
      expect(made).toMatchObject({ role: 'user', isActive: true })
      expectColumns('users', {
        id: {},
        username: required,
        firstName: required,
        lastName: required,
        password: required,
        role: { isRequired: true, default: 'user' },
        isActive: { default: 1 },
        createdAt: {},
        updatedAt: {},
      })
      expect(addRow('users')).toMatchObject({ role: 'user', isActive: 1 })
      expectRefused('users', { role: 'owner' })
    },
  )

  await says('Password form: currentPassword, newPassword, confirmPassword.', async () => {
    const form = {
      currentPassword: 'correct horse',
      newPassword: 'correct horse',
      confirmPassword: 'correct horse',
    }
    expect((await client.send('PUT /api/auth/change-password', form)).status).toBe(200)
  })
})

test('jobs and reports', async () => {
  const { body } = await client.send('GET /api/jobs')
  const { jobs } = z.object({ jobs: z.array(z.record(text, z.unknown())) }).parse(body)

  await says(
    'jobs: id, type (required; values seen: export, import, circuit-report, congregation-report), target (comma-separated circuit or congregation names),',
    async () => {
      const options = await client.send('GET /api/lookup-options')
      const { congregations } = options.body as { congregations: string[] }
      const names = congregations.slice(0, 2)
      const input = { congregations: names }
      await client.send('POST /api/workflows/congregation-report', input)
      const answer = await client.send('GET /api/jobs')
      const Job = z.object({ id: text, type: text, target: textOrNothing })
      const listed = z.object({ jobs: z.array(Job) }).parse(answer.body).jobs
      expect(new Set(listed.map(({ type }) => type))).toEqual(
        new Set(['congregation-report', 'circuit-report', 'import', 'export']),
      )
      expect(listed[0]?.target?.split(/, ?/)).toEqual(names)
      expectColumns('jobs', { id: {}, type: required, target: {} })
    },
  )

  await says(
    "status (required, default 'queued'; values queued, running, completed, failed), progress (integer 0-100, default 0), dependsOn (job id), startedAt, completedAt, elapsedTime (text), error, logs (text), githubRunId, githubRunUrl, createdBy, createdAt.",
    async () => {
      const importJob = jobs.find(({ type }) => type === 'import')
      const exportJob = jobs.find(({ type }) => type === 'export')
      const answer = await client.send(`GET /api/jobs/${importJob?.id}`)
      const Job = z.object({
        status: z.enum(['queued', 'running', 'completed', 'failed']),
        progress: count.max(100),
        dependsOn: z.literal(exportJob?.id as string),
        startedAt: instant,
        completedAt: instant,
        elapsedTime: text,
        error: textOrNothing,
        logs: text,
        githubRunId: textOrNothing,
        githubRunUrl: textOrNothing,
        createdBy: text,
        createdAt: instant,
      })
      z.object({ job: Job }).parse(answer.body)
      expectColumns('jobs', {
        status: { isRequired: true, default: 'queued' },
        progress: { default: 0 },
      })
      expect(addRow('jobs')).toMatchObject({ status: 'queued', progress: 0 })
      for (const progress of [-1, 101]) expectRefused('jobs', { progress })
      expectRefused('jobs', { status: 'paused' })
    },
  )

  await says(
    'reports: id, circuitId (required), filename (required), size (integer bytes, required), format (required), generatedAt, downloadUrl (required).',
    async () => {
      const answer = await client.send('GET /api/reports')
      const Report = z.object({
        id: text,
        circuitId: text,
        filename: text,
        size: count,
        format: text,
        generatedAt: instant,
        downloadUrl: text,
      })
      const { reports } = z.object({ reports: z.array(Report).min(1) }).parse(answer.body)
      for (const { size, downloadUrl } of reports) {
        const { bytes } = await client.send(`GET ${downloadUrl}`)
        expect(bytes.byteLength).toBe(size)
      }
      expectColumns('reports', {
        id: {},
        circuitId: required,
        filename: required,
        size: required,
        format: required,
        generatedAt: {},
        downloadUrl: required,
      })
    },
  )
})

test('circuits, congregations and volunteers', async () => {
  await says(
    'circuits: id, name (required), congregations (count, default 0), lastUpdated.',
    () => {
      expectColumns('circuits', {
        id: {},
        name: required,
        congregations: { default: 0 },
        lastUpdated: {},
      })
      expect(addRow('circuits')).toMatchObject({ congregations: 0 })
    },
  )
  await says('congregations: id, name (required), circuitId, language, city, createdAt.', () => {
    expectColumns('congregations', {
      id: {},
      name: required,
      circuitId: {},
      language: {},
      city: {},
      createdAt: {},
    })
  })
  await says('The pair circuitId and name is unique.', () => {
    expectUnique('congregations', 'circuitId', 'name')
    const [one, other] = [addRow('circuits').id, addRow('circuits').id]
    addRow('congregations', { circuitId: one ?? null, name: 'Astoria' })
    addRow('congregations', { circuitId: other ?? null, name: 'Astoria' })
    expectRefused('congregations', { circuitId: one ?? null, name: 'Astoria' })
  })
  await says(
    'volunteers: id, locustId, firstName and lastName (required), mobilePhone, emailAddress, city, zipCode, circuitId (refers to a circuit), congregationId (refers to a congregation), zone, tags, trained, available and orientation (booleans, default false),',
    () => {
      expectColumns('volunteers', {
        id: {},
        locustId: {},
        firstName: required,
        lastName: required,
        mobilePhone: {},
        emailAddress: {},
        city: {},
        zipCode: {},
        circuitId: { refersTo: 'circuits' },
        congregationId: { refersTo: 'congregations' },
        zone: {},
        tags: {},
        trained: { default: 0 },
        available: { default: 0 },
        orientation: { default: 0 },
      })
      const noCircuit = { circuitId: null, congregationId: null }
      expect(addRow('volunteers')).toMatchObject({
        ...noCircuit,
        trained: 0,
        available: 0,
        orientation: 0,
      })
      expectRefused('volunteers', { circuitId: 'of no circuit' })
      expectRefused('volunteers', { congregationId: 'of no congregation' })
    },
  )
  await says(
    'availabilityDoubleShifts (boolean), availabilityMaxShiftsPerWeek and availabilityMaxShiftsPerMonth (integers), availabilityNote, createdAt, updatedAt.',
    () => {
      expectColumns('volunteers', {
        availabilityDoubleShifts: {},
        availabilityMaxShiftsPerWeek: {},
        availabilityMaxShiftsPerMonth: {},
        availabilityNote: {},
        createdAt: {},
        updatedAt: {},
      })
    },
  )
  await says(
    'Lookup options: circuits (list of strings), congregations (list of strings), circuitCongregationMap (circuit to list of congregations).',
    async () => {
      const { body } = await client.send('GET /api/lookup-options')
      const names = z.array(text).min(1)
      const { circuits, congregations, circuitCongregationMap } = z
        .object({
          circuits: names,
          congregations: names,
          circuitCongregationMap: z.record(text, names),
        })
        .parse(body)
      expect(Object.keys(circuitCongregationMap).toSorted()).toEqual(circuits.toSorted())
      const ofCircuits = Object.values(circuitCongregationMap).flat()
      expect(ofCircuits.toSorted()).toEqual(congregations.toSorted())
    },
  )
})

test('what belongs to volunteers', async () => {
  await says(
    'cart_locations: id, name (required, unique), category, description, active (default true), createdAt.',
    () => {
      expectColumns('cart_locations', {
        id: {},
        name: required,
        category: {},
        description: {},
        active: { default: 1 },
        createdAt: {},
      })
      expectUnique('cart_locations', 'name')
      expect(addRow('cart_locations', { name: 'Main Street' })).toMatchObject({ active: 1 })
      expectRefused('cart_locations', { name: 'Main Street' })
    },
  )
  await says(
    'volunteer_cart_assignments: id, volunteerId and locationId (both required; removed with the parent), assignedAt.',
    () => {
      expectColumns('volunteer_cart_assignments', {
        id: {},
        volunteerId: ofVolunteer,
        locationId: { isRequired: true, refersTo: 'cart_locations', isRemovedWithIt: true },
        assignedAt: {},
      })
      expectRemovedWith('volunteer_cart_assignments', {
        volunteerId: 'volunteers',
        locationId: 'cart_locations',
      })
    },
  )
  await says(
    'appointments: id, volunteerId (required, removed with the volunteer), title (required), category, assignedAt.',
    () => {
      expectColumns('appointments', {
        id: {},
        volunteerId: ofVolunteer,
        title: required,
        category: {},
        assignedAt: {},
      })
      expectRemovedWith('appointments', { volunteerId: 'volunteers' })
    },
  )
  await says(
    'availability_schedules: id, volunteerId (required, removed with the volunteer), dayOfWeek and timeSlot (required), isAvailable (default true), notes, createdAt.',
    () => {
      expectColumns('availability_schedules', {
        id: {},
        volunteerId: ofVolunteer,
        dayOfWeek: required,
        timeSlot: required,
        isAvailable: { default: 1 },
        notes: {},
        createdAt: {},
      })
      const volunteerId = addRow('volunteers').id ?? null
      expect(addRow('availability_schedules', { volunteerId })).toMatchObject({ isAvailable: 1 })
      expectRemovedWith('availability_schedules', { volunteerId: 'volunteers' })
    },
  )
  await says(
    'emergency_contacts: id, volunteerId (required, removed with the volunteer), name (required), phone, email, relationship, notes, isPrimary (default false), createdAt.',
    () => {
      expectColumns('emergency_contacts', {
        id: {},
        volunteerId: ofVolunteer,
        name: required,
        phone: {},
        email: {},
        relationship: {},
        notes: {},
        isPrimary: { default: 0 },
        createdAt: {},
      })
      const volunteerId = addRow('volunteers').id ?? null
      expect(addRow('emergency_contacts', { volunteerId })).toMatchObject({ isPrimary: 0 })
      expectRemovedWith('emergency_contacts', { volunteerId: 'volunteers' })
    },
  )
})

test('syncs and monitoring', async () => {
  await says(
    "raw_import_data: id, rowIndex (required integer), rawData (required json), processedAt, importBatch, sheetName (required, default 'Data_Import').",
    () =>
      says('Default import sheet name: Data_Import', () => {
        expectColumns('raw_import_data', {
          id: {},
          rowIndex: required,
          rawData: required,
          processedAt: {},
          importBatch: {},
          sheetName: { isRequired: true, default: 'Data_Import' },
        })
        expect(addRow('raw_import_data')).toMatchObject({ sheetName: 'Data_Import' })
      }),
  )
  await says(
    'automation_status: id, eventType (required, unique), lastTimestamp (required), eventSource, metadata (json), createdAt, updatedAt.',
    () => {
      expectColumns('automation_status', {
        id: {},
        eventType: required,
        lastTimestamp: required,
        eventSource: {},
        metadata: {},
        createdAt: {},
        updatedAt: {},
      })
      expectUnique('automation_status', 'eventType')
      addRow('automation_status', { eventType: 'import' })
      expectRefused('automation_status', { eventType: 'import' })
    },
  )
  await says(
    'The sync page reads it as lastAutomatedExport {timestamp}, lastImport {timestamp}, exportError.',
    async () => {
      const { body } = await client.send('GET /api/automation-status')
      z.object({
        lastAutomatedExport: z.object({ timestamp: instant }),
        lastImport: z.object({ timestamp: instant }),
        exportError: textOrNothing,
      }).parse(body)
    },
  )
  await says(
    'Monitoring status: isMonitoring, activeUsers, currentInterval (milliseconds), monitoringJobs, hasActiveUsers, autoSyncEnabled.',
    async () => {
      const { body } = await client.send('GET /api/monitoring/status')
      z.object({
        isMonitoring: z.boolean(),
        activeUsers: count,
        currentInterval: count.min(5_000),
        monitoringJobs: count,
        hasActiveUsers: z.boolean(),
        autoSyncEnabled: z.boolean(),
      }).parse(body)
    },
  )
  await says('Sync result: success, updated (count).', async () => {
    const { body } = await client.send('POST /api/jobs/sync')
    z.object({ success: z.boolean(), updated: count }).parse(body)
  })
})

test('the brand', async () => {
  const colors = {
    primaryActions: '#1d489b',
    secondaryActions: '#67a0d3',
    accentElements: '#67a0d4',
    backgrounds: '#fffffe',
    cardBackgrounds: '#eaecee',
    mutedElements: '#757576',
    primaryText: '#000001',
  }
  await says(
    'Colour keys used by screens: primaryActions, secondaryActions, accentElements, backgrounds, cardBackgrounds, mutedElements, primaryText.',
    async () => {
      const saved = await client.send('PATCH /api/brand-settings/default', { colors })
      expect(saved.body).toMatchObject({ brandSettings: { colors } })
    },
  )
  await says('Settings are returned wrapped in an object named brandSettings.', async () => {
    const { body } = await client.send('GET /api/brand-settings')
    expect(body).toEqual({ brandSettings: expect.objectContaining({ colors }) })
  })
  await says(
    'brand_settings: id, logoUrl, logoFileName, logoFileSize (bytes), logoMimeType, colors (json), logoZoom (decimal, two decimals, default 1.00), logoBackgroundColor (hex or null), logoBackgroundTransparent (default false), isActive (logo enabled, default true), uploadedBy (user id), createdAt, updatedAt.',
    async () => {
      const { body } = await client.send('GET /api/brand-settings')
      const Settings = z.object({
        id: text,
        logoUrl: textOrNothing,
        logoFileName: textOrNothing,
        logoFileSize: count.nullable(),
        logoMimeType: textOrNothing,
        colors: z.record(text, text),
        logoZoom: z.literal(1),
        logoBackgroundColor: textOrNothing,
        logoBackgroundTransparent: z.literal(false),
        isActive: z.literal(true),
        uploadedBy: textOrNothing,
        createdAt: instant,
        updatedAt: instant,
      })
      z.object({ brandSettings: Settings }).parse(body)
      const zoomed = await client.send('PATCH /api/brand-settings/default', { logoZoom: 1.204 })
      expect(zoomed.body).toMatchObject({ brandSettings: { logoZoom: 1.2 } })
      expect(addRow('brand_settings')).toMatchObject({
        logoZoom: 1,
        logoBackgroundColor: null,
        logoBackgroundTransparent: 0,
        isActive: 1,
      })
    },
  )
  await says(
    'One storage definition lists a different set of optional keys (primary, hover, accent, white, lightGray, mediumGray, black); both readings are given.',
    async () => {
      const others = {
        primary: '#111111',
        hover: '#222222',
        accent: '#333333',
        white: '#444444',
        lightGray: '#555555',
        mediumGray: '#666666',
        black: '#777777',
      }
      const saved = await client.send('PATCH /api/brand-settings/default', { colors: others })
      expect(saved.body).toMatchObject({ brandSettings: { colors: { ...colors, ...others } } })
    },
  )
  await says('Upload ticket: uploadUrl, logoId.', async () => {
    const file = { fileName: 'logo.png', fileSize: 1_000, mimeType: 'image/png' }
    const { body } = await client.send('POST /api/brand-settings/upload-url', file)
    z.object({ uploadUrl: text, logoId: text }).parse(body)
  })
})
