import {
  localClock,
  localDay,
  localDayStart,
  localTime,
  zoneName,
} from '@dashboard/contract/local-time'
import { describe, expect, it } from 'vitest'
import { inZone } from '../../test/zones.ts'
import { readSettings } from './settings.ts'

/** Times in zones other than New York's (contract/src/local-time.ts), with the zone names from the settings. */

describe('an installation in another zone', () => {
  it.each([
    ['America/Chicago', 'Jul 1, 2026, 7:00 AM CT', 'Jan 1, 2026, 6:00 AM CT'],
    ['America/Los_Angeles', 'Jul 1, 2026, 5:00 AM PT', 'Jan 1, 2026, 4:00 AM PT'],
    ['America/Phoenix', 'Jul 1, 2026, 5:00 AM MST', 'Jan 1, 2026, 5:00 AM MST'],
    ['Pacific/Honolulu', 'Jul 1, 2026, 2:00 AM HST', 'Jan 1, 2026, 2:00 AM HST'],
    ['America/St_Johns', 'Jul 1, 2026, 9:30 AM NDT', 'Jan 1, 2026, 8:30 AM NST'],
    ['Europe/London', 'Jul 1, 2026, 1:00 PM BST', 'Jan 1, 2026, 12:00 PM GMT'],
    ['Europe/Berlin', 'Jul 1, 2026, 2:00 PM CEST', 'Jan 1, 2026, 1:00 PM CET'],
    ['Asia/Kolkata', 'Jul 1, 2026, 5:30 PM IST', 'Jan 1, 2026, 5:30 PM IST'],
    ['Asia/Kathmandu', 'Jul 1, 2026, 5:45 PM GMT+5:45', 'Jan 1, 2026, 5:45 PM GMT+5:45'],
    ['Australia/Sydney', 'Jul 1, 2026, 10:00 PM AEST', 'Jan 1, 2026, 11:00 PM AEDT'],
    ['Pacific/Auckland', 'Jul 2, 2026, 12:00 AM NZST', 'Jan 2, 2026, 1:00 AM NZDT'],
    ['UTC', 'Jul 1, 2026, 12:00 PM UTC', 'Jan 1, 2026, 12:00 PM UTC'],
  ])('%s says %s', (zone, summer, winter) => {
    inZone(zone)
    expect(localTime('2026-07-01T12:00:00Z')).toBe(summer)
    expect(localTime('2026-01-01T12:00:00Z')).toBe(winter)
    expect(localClock(Date.parse('2026-07-01T12:00:00Z'))).toBe(summer.split(', ')[2])
    expect(zoneName(Date.parse('2026-01-01T12:00:00Z'))).toBe(winter.split(' ').at(-1))
  })

  it.each([
    ['Pacific/Kiritimati', '2026-07-01', '2026-06-30T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-07-01', '2026-07-01T11:00:00.000Z'],
    ['Asia/Kathmandu', '2026-07-01', '2026-06-30T18:15:00.000Z'],
    ['Australia/Sydney', '2026-10-05', '2026-10-04T13:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-06', '2026-04-05T13:30:00.000Z'],
    // Clocks go forward at midnight, so the day begins at one.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    // Clocks go back at midnight, so the hour before it occurs twice.
    ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00.000Z'],
  ])('%s begins the day %s', (zone, day, instant) => {
    inZone(zone)
    const start = localDayStart(day)
    expect(start.toISOString()).toBe(instant)
    expect(localDay(start.getTime())).toBe(day)
    expect(localDay(start.getTime() - 1) < day).toBe(true)
  })
})

describe('the settings', () => {
  it('are those of the specification while nothing is set', () => {
    expect(readSettings({}).installation).toEqual({
      outsideSystem: 'Locust',
      timeZone: 'America/New_York',
      zoneNames: { EST: 'ET', EDT: 'ET' },
    })
  })

  it.each(['New York', 'Europe/Atlantis', '+02:00', 'GMT+25'])('refuse the zone %s', (zone) => {
    expect(() => readSettings({ TIME_ZONE: zone })).toThrow(
      `TIME_ZONE is "${zone}", but a time zone like America/New_York or Europe/Berlin is expected.`,
    )
  })

  it('refuse a name of the outside system that is blank or too long', () => {
    const read = (name: string) => readSettings({ OUTSIDE_SYSTEM_NAME: name })
    for (const name of [' ', 'x'.repeat(41), 'a\nb']) expect(() => read(name)).toThrow(/40 char/)
    expect(read(' Helfer & Co ').installation.outsideSystem).toBe('Helfer & Co')
  })
})
