import type { Box } from "../../engine/geometry.ts";
import type { Direction } from "../../engine/turned.ts";
import type { Line } from "../line.ts";

/** A cell of a table; row and column count from 0 and are those of its upper left corner. */
export interface TableCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly colSpan: number;
  /** In points of the page's own space, in the coordinates of the table's direction. */
  readonly box: Box;
  /** Its text, line by line. */
  readonly lines: readonly Line[];
}

/** A table of a page. */
export interface Table {
  readonly rows: number;
  readonly columns: number;
  /** In rows from the top, each from the left. Places that no cell covers are empty. */
  readonly cells: readonly TableCell[];
  readonly box: Box;
  /** The direction in which its text is written. */
  readonly direction: Direction;
  /** Whether drawn lines separate its rows and its columns. */
  readonly ruled: boolean;
}

/** A table before its direction is known: that of the words in which it was found. */
export type FoundTable = Omit<Table, "direction">;
