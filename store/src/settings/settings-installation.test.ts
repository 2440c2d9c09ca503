import {
  localClock,
  localDay,
  localDayStart,
  localTime,
  zoneName,
} from '@dashboard/contract/local-time'
import { describe, expect, it } from 'vitest'
import { shownClock, shownTime } from '../../test/shown-times.ts'
import { inZone } from '../../test/zones.ts'
import { readSettings } from './settings.ts'

/** Times in zones other than New York's (contract/src/local-time.ts), with the zone names from the settings. */

describe('an installation in another zone', () => {
  it.each([
    ['America/Chicago', '2026-07-01 07:00', 'CT', '2026-01-01 06:00', 'CT'],
    ['America/Los_Angeles', '2026-07-01 05:00', 'PT', '2026-01-01 04:00', 'PT'],
    ['America/Phoenix', '2026-07-01 05:00', 'MST', '2026-01-01 05:00', 'MST'],
    ['Pacific/Honolulu', '2026-07-01 02:00', 'HST', '2026-01-01 02:00', 'HST'],
    ['America/St_Johns', '2026-07-01 09:30', 'NDT', '2026-01-01 08:30', 'NST'],
    ['Europe/London', '2026-07-01 13:00', 'BST', '2026-01-01 12:00', 'GMT'],
    ['Europe/Berlin', '2026-07-01 14:00', 'CEST', '2026-01-01 13:00', 'CET'],
    ['Asia/Kolkata', '2026-07-01 17:30', 'IST', '2026-01-01 17:30', 'IST'],
    ['Asia/Kathmandu', '2026-07-01 17:45', 'GMT+5:45', '2026-01-01 17:45', 'GMT+5:45'],
    ['Australia/Sydney', '2026-07-01 22:00', 'AEST', '2026-01-01 23:00', 'AEDT'],
    ['Pacific/Auckland', '2026-07-02 00:00', 'NZST', '2026-01-02 01:00', 'NZDT'],
    ['UTC', '2026-07-01 12:00', 'UTC', '2026-01-01 12:00', 'UTC'],
  ])('%s says %s %s', (zone, summer, summerName, winter, winterName) => {
    inZone(zone)
    expect(localTime('2026-07-01T12:00:00Z')).toBe(shownTime(summer, summerName))
    expect(localTime('2026-01-01T12:00:00Z')).toBe(shownTime(winter, winterName))
    const clock = summer.split(' ')[1] ?? ''
    expect(localClock(Date.parse('2026-07-01T12:00:00Z'))).toBe(shownClock(clock, summerName))
    expect(zoneName(Date.parse('2026-01-01T12:00:00Z'))).toBe(winterName)
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
