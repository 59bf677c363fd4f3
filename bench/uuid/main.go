package main

import (
	"encoding/json"
	"net/http"
	"os"
	"strconv"

	"github.com/google/uuid"
)

func main() {
	http.HandleFunc("/v4", func(w http.ResponseWriter, r *http.Request) {
		n := 1
		if text := r.URL.Query().Get("n"); text != "" {
			var err error
			if n, err = strconv.Atoi(text); err != nil || n < 1 || n > 100 {
				http.Error(w, "n must be 1 to 100", http.StatusBadRequest)
				return
			}
		}
		list := make([]string, n)
		for i := range list {
			list[i] = uuid.NewString()
		}
		body, err := json.Marshal(list)
		if err != nil {
			http.Error(w, "not written", http.StatusInternalServerError)
			return
		}
		// Without it a body of 4 KB goes out in chunks, which costs more.
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.Header().Set("Content-Type", "application/json")
		w.Write(body)
	})
	http.ListenAndServe(os.Getenv("HOST")+":"+os.Getenv("PORT"), nil)
}
