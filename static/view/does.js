// What a page can be asked to do by what it shows. Types alone: the page is the one that does.

/**
 * @typedef {{
 *   act: (kind: string, more?: Record<string, unknown>) => void,
 *   play: (kind: string, melds: string[][]) => void,
 *   ask: (frame: import("../model/frames.js").Frame) => void,
 *   tap: (card: string) => void,
 *   lane: (lane: number) => void,
 *   build: (best: boolean) => void,
 *   useLayout: (layout: string[][]) => void,
 *   undo: () => void,
 *   stopBuilding: () => void,
 *   choose: (choice: Record<string, unknown>) => void,
 *   ready: () => boolean,
 *   bots: (count: number) => void,
 *   sit: () => void,
 *   leave: () => void,
 *   closeTable: () => void,
 *   show: (sheet: string) => void,
 *   setting: (name: string, value: string) => void,
 *   arrange: () => void,
 *   hideResult: () => void,
 *   catchUp: () => void,
 * }} Does
 */

export {};
