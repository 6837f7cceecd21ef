// What the server sends, for `tsc --checkJs`; this file is not served.
export type Step = { number: number; text: string; label: string; piece: number; paths: number[][] };
export type Legal = [number[][], ...[number, string, string?][]];
export type Piece = { symbol: string; name: string; owner: number | null; colour: string; glyph: string; turn: number; sign: string };
export type Description = {
  game: string; title: string; players: number; secrets: boolean; outline: string; cells: string[]; centres: [number, number][];
  labels: [string, number, number][]; pieces: Piece[]; seats: { symbol: string; name: string; colour: string }[];
};
export type Outcome = { scores: number[]; points: number[]; winners: number[]; reason: string; key?: string };
export type View = {
  version: number; seat: number | null; player: number; cells: number[]; last: number[]; legal: Legal[]; prompt: string;
  standing: string; status: [string, (string | number)[]][]; secrets: string[];
  players: { name: string; seat: string; symbol: string; colour: string }[]; clocks: (number | null)[];
  outcome: Outcome | null; turns: string[]; so_far: string;
};
export type Frame = { turn: number; seat: number; text: string; cells: number[]; path?: number[] };
export type Person = { name: string; kind: 'human' | 'agent' | 'open'; agent?: string | null; here: boolean; you: boolean };
export type Table = {
  seats: Person[]; spectators: number; clocks: { left: (number | null)[]; running: number | null; at: number } | null;
  offers: Record<string, number | null>; may: string[]; marked: boolean; rematch: string | null; thinking: boolean; tag: string; public: boolean;
};
export type State = {
  type?: string; v: number; view: View; table: Table; frames?: Frame[]; from?: number;
  speech?: { last?: string; so_far?: string };
};
export type Streak = { game: string; level: string; row: number; words: string; href: string };
export type Boot = {
  id: string; seat: number | null; v: number; description: Description; state: State; words: Record<string, string | string[]>;
  start: number[]; places: number[]; stops: number[]; seats?: number[]; flip?: boolean; lang: string; goal: string; streak?: Streak | null;
};
export type Message = { type: string; id?: string; v?: number; n?: number; why?: string; text?: string; step?: number; table?: Table } & Partial<State>;
