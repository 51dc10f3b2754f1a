// Judges histories of registers by porcupine, an independent checker: one JSON history a line in, one verdict a line out.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

// action is one write or read of one key. A register holds an integer, or nothing.
type action struct {
	Verb  string // put, add, del, get, check
	Key   string
	Value int64
	// The condition: "", "absent", "present", or "equal" with Wanted.
	Condition string
	Wanted    int64
}

type operation struct {
	Client     int
	Start, End int64 // End < 0: no answer
	Actions    []action
	// ok, or failed for a condition that did not hold.
	Outcome string
	// Which actions had a condition that did not hold.
	Failed []int
	// What each read, and each add, has shown; null for nothing.
	Values []*int64
}

type history struct {
	Initial    map[string]int64
	Operations []operation
	// Whether keys are independent.
	Apart bool
}

func encode(state map[string]int64) string {
	keys := make([]string, 0, len(state))
	for key := range state {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	var text strings.Builder
	for _, key := range keys {
		fmt.Fprintf(&text, "%s=%d;", key, state[key])
	}
	return text.String()
}

func decode(text string) map[string]int64 {
	state := map[string]int64{}
	for _, part := range strings.Split(text, ";") {
		if at := strings.Index(part, "="); at > 0 {
			var value int64
			fmt.Sscan(part[at+1:], &value)
			state[part[:at]] = value
		}
	}
	return state
}

func holds(a action, state map[string]int64) bool {
	value, present := state[a.Key]
	switch a.Condition {
	case "absent":
		return !present
	case "present":
		return present
	case "equal":
		return present && value == a.Wanted
	}
	return true
}

// apply executes all actions or none, and tells what each shows.
func apply(actions []action, state map[string]int64) (bool, []*int64) {
	for _, a := range actions {
		if !holds(a, state) {
			return false, nil
		}
	}
	shown := make([]*int64, len(actions))
	for i, a := range actions {
		switch a.Verb {
		case "put":
			state[a.Key] = a.Value
		case "add":
			state[a.Key] += a.Value
			value := state[a.Key]
			shown[i] = &value
		case "del":
			delete(state, a.Key)
		case "get":
			if value, present := state[a.Key]; present {
				shown[i] = &value
			}
		}
	}
	return true, shown
}

func same(a, b *int64) bool {
	return (a == nil) == (b == nil) && (a == nil || *a == *b)
}

func step(state, input, output interface{}) (bool, interface{}) {
	op := input.(operation)
	registers := decode(state.(string))
	for _, i := range op.Failed {
		if holds(op.Actions[i], registers) {
			return false, state
		}
	}
	done, shown := apply(op.Actions, registers)
	if op.End < 0 {
		return true, encode(registers)
	}
	if done != (op.Outcome == "ok") {
		return false, state
	}
	if done {
		for i, value := range op.Values {
			verb := op.Actions[i].Verb
			isShown := verb == "get" || (verb == "add" && len(op.Actions) == 1)
			if isShown && !same(value, shown[i]) {
				return false, state
			}
		}
	}
	return true, encode(registers)
}

func judge(h history) string {
	parts := map[string][]porcupine.Operation{}
	initial := map[string]string{}
	for _, op := range h.Operations {
		part := ""
		if h.Apart {
			part = op.Actions[0].Key
		}
		end := op.End
		if end < 0 {
			end = math.MaxInt64
		}
		parts[part] = append(parts[part], porcupine.Operation{ClientId: op.Client, Input: op, Call: op.Start, Output: nil, Return: end})
		state := map[string]int64{}
		for key, value := range h.Initial {
			if part == "" || key == part {
				state[key] = value
			}
		}
		initial[part] = encode(state)
	}
	for part, operations := range parts {
		model := porcupine.Model{Init: func() interface{} { return initial[part] }, Step: step}
		result := porcupine.CheckOperationsTimeout(model, operations, 20*time.Second)
		if result != porcupine.Ok {
			return map[porcupine.CheckResult]string{porcupine.Illegal: "violated", porcupine.Unknown: "unknown"}[result]
		}
	}
	return "holds"
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<28)
	for lines.Scan() {
		var h history
		if err := json.Unmarshal(lines.Bytes(), &h); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		fmt.Println(judge(h))
	}
}
