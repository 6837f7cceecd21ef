/* An engine for Momentum in C that knows its own rules: it speaks UGI, as docs/ugi.md tells, and looks two turns ahead.

   cc -O2 -o momentum examples/momentum.c
   tabuleiro match momentum engine:./momentum greedy --games 10
*/

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 7, CELLS = SIZE * SIZE, MARBLES = 8, TURNS = 60, SWAP = CELLS, MOVES = CELLS + 1, WIN = 1000 };

typedef struct {
    char board[CELLS]; /* 0 is empty, 1 and 2 are the marbles of the players */
    int mover;         /* 1 or 2 */
    int played;        /* turns */
} State;

static const int ROW[8] = {-1, -1, 0, 1, 1, 1, 0, -1}, COLUMN[8] = {0, 1, 1, 1, 0, -1, -1, -1};

static int count(const State *state, int player) {
    int found = 0;
    for (int cell = 0; cell < CELLS; cell++) found += state->board[cell] == player;
    return found;
}

/* The cell beside this one, -1 off the board. */
static int onward(int cell, int way) {
    int row = cell / SIZE + ROW[way], column = cell % SIZE + COLUMN[way];
    return row >= 0 && row < SIZE && column >= 0 && column < SIZE ? row * SIZE + column : -1;
}

/* The last marble of the unbroken line that begins beside this cell, -1 if there is none. */
static int end_of_line(const State *state, int cell, int way) {
    int last = -1;
    while ((cell = onward(cell, way)) >= 0 && state->board[cell]) last = cell;
    return last;
}

/* The far end of every unbroken line that touches the dropped marble goes one further, or off the board. */
static State after(const State *before, int move) {
    State next = *before;
    next.mover = 3 - before->mover;
    next.played = before->played + 1;
    if (move == SWAP) {
        for (int cell = 0; cell < CELLS; cell++)
            if (next.board[cell]) next.board[cell] = before->mover;
        return next;
    }
    next.board[move] = before->mover;
    for (int way = 0; way < 8; way++) {
        int last = end_of_line(before, move, way);
        if (last < 0) continue;
        if (onward(last, way) >= 0) next.board[onward(last, way)] = next.board[last];
        next.board[last] = 0;
    }
    return next;
}

/* Who needs one more marble forces the other to win at once or to knock one of those off, if there is a way. */
static int legal(const State *state, int *moves) {
    int mine = state->mover, theirs = 3 - mine, found = 0, saving = 0, saves[CELLS];
    int pressed = count(state, theirs) == MARBLES - 1;
    for (int cell = 0; cell < CELLS; cell++) {
        if (state->board[cell]) continue;
        moves[found++] = cell;
        if (!pressed) continue;
        State next = after(state, cell);
        if (count(&next, theirs) < MARBLES - 1 || count(&next, mine) == MARBLES) saves[saving++] = cell;
    }
    if (saving) {
        memcpy(moves, saves, sizeof *saves * saving);
        return saving;
    }
    if (state->played == 1 && count(state, theirs) == 1) moves[found++] = SWAP;
    return found;
}

/* From how many empty cells a drop sends marbles off the board: the other player's less the own. */
static int danger(const State *state, int player) {
    int found = 0;
    for (int cell = 0; cell < CELLS; cell++)
        for (int way = 0; way < 8 && !state->board[cell]; way++) {
            int last = end_of_line(state, cell, way);
            if (last >= 0 && onward(last, way) < 0) found += state->board[last] == player ? -1 : 1;
        }
    return found;
}

/* How good a finished turn is for the player who made it: a win, or marbles ahead and in danger. */
static int worth(const State *state) {
    int player = 3 - state->mover, lead = count(state, player) - count(state, state->mover);
    if (count(state, player) == MARBLES) return WIN;
    if (state->played == TURNS) return lead ? (lead > 0 ? WIN : -WIN) : 0;
    return 5 * lead + danger(state, player);
}

static int best(const State *state, int depth, int *value, long *nodes) {
    int moves[MOVES], count = legal(state, moves), choice = moves[0];
    *value = -2 * WIN;
    for (int number = 0; number < count; number++) {
        State next = after(state, moves[number]);
        int score = worth(&next), reply;
        ++*nodes;
        if (depth > 1 && abs(score) < WIN && next.played < TURNS) {
            best(&next, depth - 1, &reply, nodes);
            score = -reply;
        }
        if (score > *value || (score == *value && rand() % (number + 1) == 0)) *value = score, choice = moves[number];
    }
    return choice;
}

static void write_move(int move, char *text) {
    if (move == SWAP) strcpy(text, "swap");
    else sprintf(text, "%d,%d", move / SIZE + 1, move % SIZE + 1);
}

static int read_move(const State *state, const char *word, int *move) {
    int moves[MOVES], count = legal(state, moves);
    char text[16];
    for (int number = 0; number < count; number++) {
        write_move(*move = moves[number], text);
        if (!strcmp(text, word)) return 1;
    }
    return 0;
}

/* "position startpos moves 4,4 3,3" or "position fen ......./.../....... 1 0 moves 4,4" */
static int set_place(State *state) {
    char *word = strtok(NULL, " \n");
    memset(state, 0, sizeof *state);
    state->mover = 1;
    if (word && !strcmp(word, "fen")) {
        int cell = 0;
        word = strtok(NULL, " \n");
        for (; word && *word; word++)
            if (*word != '/' && cell < CELLS) state->board[cell++] = *word == '.' ? 0 : *word - '0';
        if (!(word = strtok(NULL, " \n"))) return 0;
        state->mover = atoi(word);
        if (!(word = strtok(NULL, " \n"))) return 0;
        state->played = atoi(word);
    }
    word = strtok(NULL, " \n"); /* "moves" */
    while ((word = strtok(NULL, " \n"))) {
        int move;
        if (!read_move(state, word, &move)) {
            printf("info string %s is not legal\n", word);
            return 0;
        }
        *state = after(state, move);
    }
    return 1;
}

int main(void) {
    static char line[1 << 16];
    State state = {{0}, 1, 0};
    int sound = 1;
    setvbuf(stdout, NULL, _IOLBF, 0); /* the other side waits for every line */
    while (fgets(line, sizeof line, stdin)) {
        char *command = strtok(line, " \n"), text[16];
        if (!command) continue;
        if (!strcmp(command, "ugi")) {
            puts("id name Two turns ahead\nid author the Tabuleiro authors");
            puts("option name Game type string default momentum\noption name Seed type spin default 0\nugiok");
        } else if (!strcmp(command, "setoption")) {
            char *name = (strtok(NULL, " \n"), strtok(NULL, " \n")), *value = (strtok(NULL, " \n"), strtok(NULL, " \n"));
            if (name && value && !strcmp(name, "Seed")) srand(atoi(value));
            if (name && value && !strcmp(name, "Game") && strcmp(value, "momentum")) {
                fprintf(stderr, "I know momentum alone, not %s\n", value);
                return 1;
            }
        } else if (!strcmp(command, "isready")) {
            puts("readyok");
        } else if (!strcmp(command, "position")) {
            sound = set_place(&state);
        } else if (!strcmp(command, "go")) {
            int value;
            long nodes = 0;
            if (!sound) {
                puts("bestmove (none)");
                continue;
            }
            write_move(best(&state, 2, &value, &nodes), text);
            printf("info depth 2 nodes %ld score cp %d pv %s\nbestmove %s\n", nodes,
                   value >= WIN ? 2000 : value <= -WIN ? -2000 : 20 * value, text, text);
        } else if (!strcmp(command, "quit")) {
            break;
        }
    }
    return 0;
}
