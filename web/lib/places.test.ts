import { expect, it } from 'vitest';
import { findPlaces, placesNear } from './places.ts';

it('places near: others with the same clocks come first, on the day that is asked about', () => {
  const winter = new Date('2026-12-01T12:00:00Z');
  const near = placesNear('Europe/Vienna', winter);
  expect(near).toHaveLength(6);
  expect(near).toEqual(expect.arrayContaining(['Europe/Berlin', 'Europe/Paris', 'Europe/Rome']));
  expect(placesNear('Europe/Berlin', winter)).not.toContain('Europe/Berlin');
});

it.each([
  ['kolkata', 'Asia/Calcutta'],
  ['Ho Chi', 'Asia/Saigon'],
  ['são p', 'America/Sao_Paulo'],
  ['kyiv', 'Europe/Kiev'],
  ['york', 'America/New_York'],
])('place %s is found: %s', (text, zone) => {
  expect(findPlaces(text)[0]).toBe(zone);
});

it('places: none for a blank text or an unknown one', () => {
  expect([findPlaces('  '), findPlaces('nowhere at all')]).toEqual([[], []]);
});
